// One memory or many: reading, changing, forgetting and restoring them.

import { z } from "zod";
import { edit } from "../../curate/edit.ts";
import { forget, restore } from "../../curate/forget.ts";
import { SECTIONS } from "../../model/kinds.ts";
import { MetadataShape } from "../../model/metadata.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ORIGINS } from "../../model/origin.ts";
import { doing, looking, nowOf, refuseForgotten } from "../engine-context.ts";
import { Body, DoToOne, Id, Importance, ListInput, OneInput, Tags, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput } from "../outputs.ts";

const Edits = z.strictObject({
  text: Body.optional(),
  title: Body.optional(),
  tags: Tags.optional(),
  importance: Importance.optional(),
  category: Id.optional(),
  confidence: z.number().min(0).max(1).optional(),
  sensitivity: z.enum(["normal", "sensitive"]).optional(),
  section: z.enum(SECTIONS).optional(),
  validFrom: Time.optional(),
  validTo: Time.optional(),
  expiresAt: Time.optional(),
  metadata: MetadataShape.optional().describe("Takes the place of what was there."),
  supersededBy: Id.optional().describe("The id of what takes its place; it is then out of use."),
});

const EditInput = DoToOne.extend({
  set: Edits,
  ifVersion: z.int().min(1).optional(),
  origin: z
    .enum(ORIGINS)
    .optional()
    .describe("Whose words they are: an agent's are `assistant`, anybody else's `user`."),
});
export interface EditInput extends z.input<typeof EditInput> {}

export const editOperation = operation({
  name: "edit",
  summary: "Change what a memory says or how it is filed; the old version stays in its history.",
  access: "write",
  http: { method: "PATCH", path: "/v1/memories/{id}" },
  modelCalls: 1,
  input: EditInput,
  output: MemoryOutput,
  run: ({ id, set, ifVersion, origin: named, ...given }, context) => {
    const origin = named ?? (given.agent === undefined ? "user" : "assistant");
    const input = omitUndefined({
      ...doing(given, context),
      id,
      set: omitUndefined(set),
      ifVersion,
      origin,
    } as const);
    return edit(input, context.curating);
  },
});

const ForgetInput = DoToOne.extend({ purge: z.boolean().default(false), reason: Body.optional() });
export interface ForgetInput extends z.input<typeof ForgetInput> {}

export const forgetOperation = operation({
  name: "forget",
  summary:
    "Take a memory out of use; it can be restored for thirty days, unless it is purged at once.",
  access: "write",
  http: { method: "DELETE", path: "/v1/memories/{id}" },
  input: ForgetInput,
  output: z.object({ id: z.string(), purgeAt: z.string().exactOptional() }),
  run: ({ id, purge, reason, ...given }, context) =>
    forget(omitUndefined({ ...doing(given, context), id, purge, reason }), context.curating),
});

export const restoreOperation = operation({
  name: "restore",
  summary: "Bring a forgotten, archived or replaced memory back.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/{id}/restore" },
  input: DoToOne,
  output: MemoryOutput,
  run: ({ id, ...given }, context) => restore({ ...doing(given, context), id }, context.curating),
});

export const getOperation = operation({
  name: "get",
  summary: "One memory, or nothing when it is not there or not yours to see.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}" },
  input: OneInput,
  output: MemoryOutput,
  run: ({ id, ...given }, context) =>
    context.store.memories.get(looking(given, context), id, { now: nowOf(context) }),
});

export const listOperation = operation({
  name: "list",
  summary: "Memories, newest first, filtered inside the database.",
  access: "read",
  http: { method: "GET", path: "/v1/memories" },
  input: ListInput,
  output: z.array(MemoryOutput),
  run: async ({ filter, states, limit, after, asOf, validAt, ...given }, context) => {
    refuseForgotten(given, states);
    return context.store.memories.list(looking(given, context), {
      filter: omitUndefined(filter),
      look: omitUndefined({ now: nowOf(context), states, asOf, validAt }),
      page: omitUndefined({ limit: limit ?? context.config.limits.notes.listed, after }),
    });
  },
});
