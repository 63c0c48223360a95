// Decisions of a person: held candidates, proposals, and authors whose words are put out of use.

import { z } from "zod";
import { quarantine, release } from "../../curate/forget.ts";
import { approve, listReviews, reject } from "../../curate/review.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { doing, looking, person } from "../engine-context.ts";
import { Body, Doer, Id, Looking, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput, ReviewOutput } from "../outputs.ts";

const IdsOutput = z.array(z.string());
const ReleaseInput = Doer.extend({ author: Id, since: Time });
export interface ReleaseInput extends z.input<typeof ReleaseInput> {}

const QuarantineInput = ReleaseInput.extend({
  dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
});
export interface QuarantineInput extends z.input<typeof QuarantineInput> {}

export const quarantineOperation = operation({
  name: "quarantine",
  summary:
    "Take everything out of use that came from one author since a time, with all that was derived from it.",
  access: "review",
  http: { method: "POST", path: "/v1/quarantine" },
  input: QuarantineInput,
  output: IdsOutput,
  run: ({ author, since, dryRun, ...given }, context) =>
    quarantine({ ...doing(given, context), author, since, dryRun }, context.curating),
});

export const releaseOperation = operation({
  name: "release",
  summary: "Undo a quarantine.",
  access: "review",
  http: { method: "POST", path: "/v1/quarantine/release" },
  input: ReleaseInput,
  output: IdsOutput,
  run: ({ author, since, ...given }, context) =>
    release({ ...doing(given, context), author, since }, context.curating),
});

const ReviewInput = Looking.extend({
  states: z.array(z.enum(["pending", "approved", "rejected", "lapsed"])).optional(),
  about: Id.optional().describe("Only what concerns this person."),
  limit: z.int().min(1).max(200).optional(),
});
export interface ReviewInput extends z.input<typeof ReviewInput> {}

export const reviewOperation = operation({
  name: "review",
  summary: "Proposals that need a person's decision: consent, held lines, merges and deletions.",
  access: "review",
  http: { method: "GET", path: "/v1/reviews" },
  input: ReviewInput,
  output: z.array(ReviewOutput),
  run: ({ states, about, limit, ...given }, context) =>
    listReviews(
      omitUndefined({ viewer: looking(given, context), states, user: about, limit }),
      context.curating,
    ),
});

const RejectInput = Doer.extend({
  id: Id,
  hash: z.string().describe("The hash that came with what was shown."),
});
export interface RejectInput extends z.input<typeof RejectInput> {}

const ApproveInput = RejectInput.extend({ text: Body.optional() });
export interface ApproveInput extends z.input<typeof ApproveInput> {}

export const approveOperation = operation({
  name: "approve",
  summary: "Let a proposal through, as it was shown or in other words.",
  access: "review",
  http: { method: "POST", path: "/v1/reviews/{id}/approve" },
  modelCalls: 1,
  input: ApproveInput,
  output: z.object({ reviewId: z.string(), memory: MemoryOutput.exactOptional() }),
  run: ({ id, hash, text, ...given }, context) =>
    approve(omitUndefined({ ...person(given, context), id, hash, text }), context.curating),
});

export const rejectOperation = operation({
  name: "reject",
  summary: "Turn a proposal down.",
  access: "review",
  http: { method: "POST", path: "/v1/reviews/{id}/reject" },
  input: RejectInput,
  output: ReviewOutput,
  run: ({ id, hash, ...given }, context) =>
    reject({ ...person(given, context), id, hash }, context.curating),
});
