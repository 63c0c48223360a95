// What is known of a person, and the right to be forgotten.

import { z } from "zod";
import { erase, previewErase } from "../../curate/erase/erase.ts";
import { profile } from "../../curate/profile.ts";
import { MemoryError } from "../../errors.ts";
import { looking, person } from "../engine-context.ts";
import { Doer, Id, Looking, ofPerson } from "../inputs.ts";
import { operation } from "../operation.ts";
import { ErasedOutput, ProfileOutput } from "../outputs.ts";

const ProfileInput = Looking.extend(ofPerson);
export interface ProfileInput extends z.input<typeof ProfileInput> {}

export const profileOperation = operation({
  name: "profile",
  summary: "What is known of a person, by section, every line with its sources.",
  access: "read",
  http: { method: "GET", path: "/v1/people/{person}/profile" },
  input: ProfileInput,
  output: ProfileOutput,
  run: ({ person, ...given }, context) =>
    profile({ viewer: looking(given, context), user: person }, context.curating),
});

const EraseInput = Doer.extend({
  subject: Id.optional(),
  messageId: Id.optional(),
  mentions: z
    .enum(["keep", "erase"])
    .default("keep")
    .describe("What becomes of what other people said of the person. A dry run shows it."),
  names: z
    .array(Id)
    .max(50)
    .optional()
    .describe("More names to find it by: nicknames, other spellings, inflected forms."),
  dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
});
export interface EraseInput extends z.input<typeof EraseInput> {}

export const eraseOperation = operation({
  name: "erase",
  summary: "Erase a person or a message with everything that rests on it, in every table and file.",
  access: "operate",
  http: { method: "POST", path: "/v1/erase" },
  input: EraseInput,
  output: ErasedOutput,
  run: ({ subject, messageId, mentions, names, dryRun, ...given }, context) => {
    const of = erasable(subject, messageId);
    if (of.type === "message" && (mentions === "erase" || names !== undefined))
      throw new MemoryError("invalid_input", "`mentions` and `names` go with a `subject`.");
    const { actor } = person(given, context);
    const input = {
      tenant: given.tenant,
      of,
      actor,
      mentions: { act: mentions, names: names ?? [] },
    };
    return (dryRun ? previewErase : erase)(input, context.curating);
  },
});

function erasable(subject: string | undefined, messageId: string | undefined) {
  if (subject !== undefined && messageId === undefined)
    return { type: "subject", subject } as const;
  if (messageId !== undefined && subject === undefined)
    return { type: "message", messageId } as const;
  throw new MemoryError("invalid_input", "Name either a `subject` or a `messageId` to erase.");
}
