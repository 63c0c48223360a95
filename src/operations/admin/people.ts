// The people of a tenant, and corrections of their profiles.

import { z } from "zod";
import { correctProfile, deleteProfile } from "../../curate/profile.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { looking, person } from "../engine-context.ts";
import { Body, Doer, Id, Looking, ofPerson } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput } from "../outputs.ts";
import { Limit } from "./messages.ts";
import { PeopleOutput } from "./outputs.ts";

const PeopleInput = Looking.extend({
  limit: Limit,
  after: Id.optional().describe("The id of the last person seen."),
  q: Body.optional().describe("A part of a name or an id."),
});
export interface PeopleInput extends z.input<typeof PeopleInput> {}

export const peopleOperation = operation({
  name: "people",
  summary: "Everyone who spoke or of whom something is known, whoever was heard last first.",
  access: "read",
  http: { method: "GET", path: "/v1/people" },
  goesOnBy: "user",
  input: PeopleInput,
  output: PeopleOutput,
  run: ({ limit, after, q, ...given }, context) =>
    context.store.overview.people(
      looking(given, context),
      omitUndefined({ limit, after, name: q }),
    ),
});

const CorrectProfileInput = Doer.extend({ ...ofPerson, traitId: Id, text: Body });
export interface CorrectProfileInput extends z.input<typeof CorrectProfileInput> {}

export const correctProfileOperation = operation({
  name: "correctProfile",
  summary: "Put a profile line right; nothing automatic overrules the correction.",
  access: "vouch",
  http: { method: "PATCH", path: "/v1/people/{person}/profile/{traitId}" },
  modelCalls: 1,
  input: CorrectProfileInput,
  output: MemoryOutput,
  run: ({ person: whose, traitId, text, ...given }, context) =>
    correctProfile(
      { ...person(given, context), user: whose, traitId, text, origin: "user" },
      context.curating,
    ),
});

const DeleteProfileInput = Doer.extend({ ...ofPerson, purge: z.boolean().default(false) });
export interface DeleteProfileInput extends z.input<typeof DeleteProfileInput> {}

export const deleteProfileOperation = operation({
  name: "deleteProfile",
  summary: "Delete every line of a person's profile.",
  access: "vouch",
  http: { method: "DELETE", path: "/v1/people/{person}/profile" },
  input: DeleteProfileInput,
  output: z.int().min(0).describe("How many lines went."),
  run: ({ person: whose, purge, ...given }, context) =>
    deleteProfile({ ...person(given, context), user: whose, purge }, context.curating),
});
