// The vault: registers by topic, what could be merged or deleted, and how full it is.

import { z } from "zod";
import { updateByTopic } from "../curate/update-by-topic.ts";
import { consolidationCandidates } from "../curate/vault/consolidation-candidates.ts";
import { deletionProposals } from "../curate/vault/deletion-proposals.ts";
import { vaultSearch } from "../curate/vault/vault-search.ts";
import { vaultStats } from "../curate/vault/vault-stats.ts";
import { compact } from "../curate/vault-file/compact.ts";
import { present } from "../model/present.ts";
import { receiptOf } from "../model/receipt.ts";
import { doing, looking } from "./context.ts";
import { Body, Doer, Id, Looking, Tags } from "./inputs.ts";
import { operation } from "./operation.ts";
import { MemoryOutput, ReceiptOutput, VaultStatsOutput } from "./outputs.ts";

const Count = z.int().min(0);
const Vault = Looking.extend({ scope: Id.optional() });

export const updateByTopicOperation = operation({
  name: "updateByTopic",
  summary:
    "Set the register of a topic: made when there is none, updated in place when there is one.",
  access: "write",
  http: { method: "POST", path: "/v1/vault/topics/{topicId}" },
  modelCalls: 1,
  input: Doer.extend({
    topicId: Id,
    text: Body,
    scope: Id.optional(),
    category: Id.default("general"),
    tags: Tags.optional(),
  }),
  output: ReceiptOutput,
  run: async ({ topicId, text, scope, category, tags, ...given }, context) => {
    const origin = given.agent === undefined ? "user" : "assistant";
    const input = { ...doing(given, context), topicId, text, category, tags, origin } as const;
    const place = scope ?? given.agent ?? "shared";
    return receiptOf(await updateByTopic(present({ ...input, scope: place }), context.curating));
  },
});

export const vaultSearchOperation = operation({
  name: "vaultSearch",
  summary: "Search canon and registers by words shared, parts of words, and likeness.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/search" },
  modelCalls: 1,
  input: Vault.extend({ query: Body, limit: z.int().min(1).max(200).optional() }),
  output: z.array(z.object({ memory: MemoryOutput, score: z.number() })),
  run: ({ query, limit, scope, ...given }, context) =>
    vaultSearch(
      present({ viewer: looking(given, context), scope, query, limit }),
      context.curating,
    ),
});

export const vaultCandidatesOperation = operation({
  name: "vaultCandidates",
  summary: "Pairs of vault records so alike that someone may want to merge them.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/candidates" },
  input: Vault.extend({ floor: z.number().min(0).max(1).optional() }),
  output: z.array(z.object({ older: MemoryOutput, newer: MemoryOutput, similarity: z.number() })),
  run: ({ scope, floor, ...given }, context) =>
    consolidationCandidates(
      present({ viewer: looking(given, context), scope, floor }),
      context.curating,
    ),
});

export const vaultDeletionsOperation = operation({
  name: "vaultDeletions",
  summary: "Vault records that could go, each with the reasons; nothing is deleted.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/deletions" },
  input: Vault,
  output: z.array(z.object({ memory: MemoryOutput, reasons: z.array(z.string()) })),
  run: ({ scope, ...given }, context) =>
    deletionProposals(present({ viewer: looking(given, context), scope }), context.curating),
});

export const vaultStatsOperation = operation({
  name: "vaultStats",
  summary:
    "How full the vault is, by scope, tier and category, and how much of its file is history.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/stats" },
  input: Vault,
  output: VaultStatsOutput,
  run: ({ scope, ...given }, context) =>
    vaultStats(
      present({ viewer: looking(given, context), scope, max: context.config.vaultCapacity }),
      context.curating,
    ),
});

export const compactVaultOperation = operation({
  name: "compactVault",
  summary: "Rewrite this tenant's lines of the vault file to the latest version of each memory.",
  access: "operate",
  http: { method: "POST", path: "/v1/vault/compact" },
  input: z.strictObject({ tenant: Id, actor: Id.optional() }),
  output: z.object({ kept: Count, dropped: Count }).describe("Lines of this tenant."),
  run: ({ tenant }, context) => compact(context.curating, tenant),
});
