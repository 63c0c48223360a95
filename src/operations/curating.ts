// What someone does to a memory on purpose.

import { z } from "zod";
import { bulkDelete } from "../curate/bulk-delete.ts";
import { edit } from "../curate/edit.ts";
import { forget } from "../curate/forget.ts";
import { merge } from "../curate/merge.ts";
import { pin, unpin } from "../curate/pin.ts";
import { promote } from "../curate/promote.ts";
import { restore } from "../curate/restore.ts";
import { unmerge } from "../curate/unmerge.ts";
import { SECTIONS } from "../model/kinds.ts";
import { present } from "../model/present.ts";
import { doing } from "./context.ts";
import { Body, Doer, DoToOne, Id, Importance, Tags, Time } from "./inputs.ts";
import { operation } from "./operation.ts";
import { MemoryOutput } from "./outputs.ts";
import { person } from "./people-only.ts";

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
});

export const editOperation = operation({
  name: "edit",
  summary: "Change what a memory says or how it is filed; the old version stays in its history.",
  access: "write",
  http: { method: "PATCH", path: "/v1/memories/{id}" },
  modelCalls: 1,
  input: DoToOne.extend({ set: Edits, ifVersion: z.int().min(1).optional() }),
  output: MemoryOutput,
  run: ({ id, set, ifVersion, ...given }, context) => {
    const origin = given.agent === undefined ? "user" : "assistant";
    const input = present({
      ...doing(given, context),
      id,
      set: present(set),
      ifVersion,
      origin,
    } as const);
    return edit(input, context.curating);
  },
});

export const pinOperation = operation({
  name: "pin",
  summary: "Keep a memory from being forgotten or archived by itself, or let go of it again.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/{id}/pin" },
  input: DoToOne.extend({ pinned: z.boolean().default(true) }),
  output: MemoryOutput,
  run: ({ id, pinned, ...given }, context) =>
    (pinned ? pin : unpin)({ ...doing(given, context), id }, context.curating),
});

export const forgetOperation = operation({
  name: "forget",
  summary:
    "Take a memory out of use; it can be restored for thirty days, unless it is purged at once.",
  access: "write",
  http: { method: "DELETE", path: "/v1/memories/{id}" },
  input: DoToOne.extend({ purge: z.boolean().default(false), reason: Body.optional() }),
  output: z.object({ id: z.string(), purgeAt: z.string().exactOptional() }),
  run: ({ id, purge, reason, ...given }, context) =>
    forget(present({ ...doing(given, context), id, purge, reason }), context.curating),
});

export const forgetManyOperation = operation({
  name: "forgetMany",
  summary: "Forget many memories in one transaction.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/forget" },
  input: Doer.extend({
    ids: z.array(Id).min(1).max(1000),
    purge: z.boolean().default(false),
    dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
  }),
  output: z.object({ deleted: z.array(z.string()), missing: z.array(z.string()) }),
  run: ({ ids, purge, dryRun, ...given }, context) =>
    bulkDelete({ ...doing(given, context), ids, purge, dryRun }, context.curating),
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

export const mergeOperation = operation({
  name: "merge",
  summary: "Make one memory of several; the originals point at it and can be brought back.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/merge" },
  modelCalls: 1,
  input: Doer.extend({
    ids: z.array(Id).max(200),
    text: Body.optional(),
    into: z.enum(["summary", "same_kind"]).default("summary"),
  }),
  output: MemoryOutput,
  run: ({ ids, text, into, ...given }, context) =>
    merge(present({ ...doing(given, context), ids, text, into }), context.curating),
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

export const promoteOperation = operation({
  name: "promote",
  summary: "Raise a register to canon.",
  access: "vouch",
  http: { method: "POST", path: "/v1/memories/{id}/promote" },
  input: DoToOne.extend({ text: Body.optional() }),
  output: MemoryOutput,
  run: ({ id, text, ...given }, context) =>
    promote(present({ ...person(given, context), id, text }), context.curating),
});
