// Profiles, consent, and the right to be forgotten.

import { z } from "zod";
import { erase, previewErase } from "../curate/erase/erase.ts";
import { correctProfile } from "../curate/profile/correct-profile.ts";
import { deleteProfile } from "../curate/profile/delete-profile.ts";
import { profile } from "../curate/profile/profile.ts";
import { approve } from "../curate/review/approve.ts";
import { listReviews } from "../curate/review/list-reviews.ts";
import { reject } from "../curate/review/reject.ts";
import { MemoryError } from "../errors.ts";
import { present } from "../model/present.ts";
import { looking } from "./context.ts";
import { Body, Doer, Id, Looking } from "./inputs.ts";
import { operation } from "./operation.ts";
import { ErasedOutput, MemoryOutput, ProfileOutput, ReviewOutput } from "./outputs.ts";
import { person } from "./people-only.ts";

const ofPerson = { person: Id.describe("Whose profile.") };

export const profileOperation = operation({
  name: "profile",
  summary: "What is known of a person, by section, every line with its sources.",
  access: "read",
  http: { method: "GET", path: "/v1/people/{person}/profile" },
  input: Looking.extend(ofPerson),
  output: ProfileOutput,
  run: ({ person, ...given }, context) =>
    profile({ viewer: looking(given, context), user: person }, context.curating),
});

export const correctProfileOperation = operation({
  name: "correctProfile",
  summary: "Put a profile line right; nothing automatic overrules the correction.",
  access: "vouch",
  http: { method: "PATCH", path: "/v1/people/{person}/profile/{traitId}" },
  modelCalls: 1,
  input: Doer.extend({ ...ofPerson, traitId: Id, text: Body }),
  output: MemoryOutput,
  run: ({ person: whose, traitId, text, ...given }, context) =>
    correctProfile(
      { ...person(given, context), user: whose, traitId, text, origin: "user" },
      context.curating,
    ),
});

export const deleteProfileOperation = operation({
  name: "deleteProfile",
  summary: "Delete every line of a person's profile.",
  access: "vouch",
  http: { method: "DELETE", path: "/v1/people/{person}/profile" },
  input: Doer.extend({ ...ofPerson, purge: z.boolean().default(false) }),
  output: z.int().min(0).describe("How many lines went."),
  run: ({ person: whose, purge, ...given }, context) =>
    deleteProfile({ ...person(given, context), user: whose, purge }, context.curating),
});

export const reviewOperation = operation({
  name: "review",
  summary: "What waits for a person: consent, held candidates, proposals to merge or delete.",
  access: "review",
  http: { method: "GET", path: "/v1/reviews" },
  input: Looking.extend({
    states: z.array(z.enum(["pending", "approved", "rejected", "lapsed"])).optional(),
    about: Id.optional().describe("Only what concerns this person."),
    limit: z.int().min(1).max(200).optional(),
  }),
  output: z.array(ReviewOutput),
  run: ({ states, about, limit, ...given }, context) =>
    listReviews(
      present({ viewer: looking(given, context), states, user: about, limit }),
      context.curating,
    ),
});

const Decide = Doer.extend({
  id: Id,
  hash: z.string().describe("The hash that came with what was shown."),
});

export const approveOperation = operation({
  name: "approve",
  summary: "Let a proposal through, as it was shown or in other words.",
  access: "review",
  http: { method: "POST", path: "/v1/reviews/{id}/approve" },
  modelCalls: 1,
  input: Decide.extend({ text: Body.optional() }),
  output: z.object({ reviewId: z.string(), memory: MemoryOutput.exactOptional() }),
  run: ({ id, hash, text, ...given }, context) =>
    approve(present({ ...person(given, context), id, hash, text }), context.curating),
});

export const rejectOperation = operation({
  name: "reject",
  summary: "Turn a proposal down.",
  access: "review",
  http: { method: "POST", path: "/v1/reviews/{id}/reject" },
  input: Decide,
  output: ReviewOutput,
  run: ({ id, hash, ...given }, context) =>
    reject({ ...person(given, context), id, hash }, context.curating),
});

export const eraseOperation = operation({
  name: "erase",
  summary: "Erase a person or a message with everything that rests on it, in every table and file.",
  access: "operate",
  http: { method: "POST", path: "/v1/erase" },
  input: Doer.extend({
    subject: Id.optional(),
    messageId: Id.optional(),
    dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
  }),
  output: ErasedOutput,
  run: ({ subject, messageId, dryRun, ...given }, context) => {
    const of = erasable(subject, messageId);
    const { actor } = person(given, context);
    return (dryRun ? previewErase : erase)({ tenant: given.tenant, of, actor }, context.curating);
  },
});

function erasable(subject: string | undefined, messageId: string | undefined) {
  if (subject !== undefined && messageId === undefined)
    return { type: "subject", subject } as const;
  if (messageId !== undefined && subject === undefined)
    return { type: "message", messageId } as const;
  throw new MemoryError("invalid_input", "Name either a `subject` or a `messageId` to erase.");
}
