// Looking into memories and changing several at once: history, pins, merges, what changed in a thread.

import { z } from "zod";
import { pin, unpin } from "../../curate/edit.ts";
import { bulkDelete } from "../../curate/forget.ts";
import { merge, unmerge } from "../../curate/merge.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { doing, looking } from "../engine-context.ts";
import { Body, Doer, DoToOne, Id, Looking, OneInput } from "../inputs.ts";
import { operation } from "../operation.ts";
import { DeltaOutput, HistoryOutput, MemoryOutput } from "../outputs.ts";

const PinInput = DoToOne.extend({ pinned: z.boolean().default(true) });
export interface PinInput extends z.input<typeof PinInput> {}

export const pinOperation = operation({
  name: "pin",
  summary: "Keep a memory from being forgotten or archived by itself, or let go of it again.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/{id}/pin" },
  input: PinInput,
  output: MemoryOutput,
  run: ({ id, pinned, ...given }, context) =>
    (pinned ? pin : unpin)({ ...doing(given, context), id }, context.curating),
});

const ForgetManyInput = Doer.extend({
  ids: z.array(Id).min(1).max(1000),
  purge: z.boolean().default(false),
  dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
});
export interface ForgetManyInput extends z.input<typeof ForgetManyInput> {}

export const forgetManyOperation = operation({
  name: "forgetMany",
  summary: "Forget many memories in one transaction.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/forget" },
  input: ForgetManyInput,
  output: z.object({ deleted: z.array(z.string()), missing: z.array(z.string()) }),
  run: ({ ids, purge, dryRun, ...given }, context) =>
    bulkDelete({ ...doing(given, context), ids, purge, dryRun }, context.curating),
});

const MergeInput = Doer.extend({
  ids: z.array(Id).max(200),
  text: Body.optional(),
  into: z.enum(["summary", "same_kind"]).default("summary"),
});
export interface MergeInput extends z.input<typeof MergeInput> {}

export const mergeOperation = operation({
  name: "merge",
  summary: "Make one memory of several; the originals point at it and can be brought back.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/merge" },
  modelCalls: 1,
  input: MergeInput,
  output: MemoryOutput,
  run: ({ ids, text, into, ...given }, context) =>
    merge(omitUndefined({ ...doing(given, context), ids, text, into }), context.curating),
});

export const unmergeOperation = operation({
  name: "unmerge",
  summary: "Undo a merge: the originals come back, the merged one goes.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/{id}/unmerge" },
  input: DoToOne,
  output: z.array(MemoryOutput),
  run: ({ id, ...given }, context) => unmerge({ ...doing(given, context), id }, context.curating),
});

export const historyOperation = operation({
  name: "history",
  summary: "Everything that happened to one memory, oldest first, with the text before and after.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}/history" },
  input: OneInput,
  output: HistoryOutput,
  run: ({ id, ...given }, context) => context.store.memories.history(looking(given, context), id),
});

const DeltaInput = Looking.extend({
  thread: Id,
  since: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(50),
});
export interface DeltaInput extends z.input<typeof DeltaInput> {}

export const deltaOperation = operation({
  name: "delta",
  summary: "What changed in a thread since a revision.",
  access: "read",
  http: { method: "GET", path: "/v1/delta" },
  input: DeltaInput,
  output: DeltaOutput,
  run: ({ thread, since, limit, ...given }, context) =>
    context.store.memories.delta(looking(given, context), { thread, since, limit }),
});

const RetrievalOutput = z
  .object({
    times: z.int().min(0),
    lastAt: z.string().exactOptional().describe("ISO 8601 in UTC."),
    score: z.number().exactOptional().describe("Absent when it was handed out unasked for."),
    parts: z.record(z.string(), z.number()).exactOptional(),
  })
  .meta({ id: "Retrieval" });

export const retrievalOperation = operation({
  name: "retrieval",
  summary:
    "How often a memory was handed out, and the parts of its score the last time; never for what question.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}/retrieval" },
  input: OneInput,
  output: RetrievalOutput,
  run: async ({ id, ...given }, context) => {
    await context.uses.settled();
    return context.store.memories.retrieval(looking(given, context), id, {
      now: context.writing.now().toISOString(),
    });
  },
});
