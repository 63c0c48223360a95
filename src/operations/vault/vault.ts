// What someone does to a memory on purpose.

import { z } from "zod";
import { promote, updateByTopic } from "../../curate/edit.ts";
import {
  consolidationCandidates,
  deletionProposals,
  vaultSearch,
  vaultStats,
} from "../../curate/vault.ts";
import { compact } from "../../curate/vault-file.ts";
import { VAULT_SOURCES } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { receiptOf } from "../../model/receipt.ts";
import { doing, looking, person } from "../engine-context.ts";
import { Body, Doer, DoToOne, Id, Looking, Tags } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput, ReceiptOutput, VaultStatsOutput } from "../outputs.ts";

const PromoteInput = DoToOne.extend({ text: Body.optional() });
export interface PromoteInput extends z.input<typeof PromoteInput> {}

export const promoteOperation = operation({
  name: "promote",
  summary: "Raise a register to canon.",
  access: "vouch",
  http: { method: "POST", path: "/v1/memories/{id}/promote" },
  input: PromoteInput,
  output: MemoryOutput,
  run: ({ id, text, ...given }, context) =>
    promote(omitUndefined({ ...person(given, context), id, text }), context.curating),
});

const Count = z.int().min(0);

const VaultInput = Looking.extend({ scope: Id.optional() });
export interface VaultInput extends z.input<typeof VaultInput> {}

const UpdateByTopicInput = Doer.extend({
  topicId: Id,
  text: Body,
  scope: Id.optional(),
  category: Id.default("general"),
  tags: Tags.optional(),
  source: z.enum(VAULT_SOURCES).optional(),
});
export interface UpdateByTopicInput extends z.input<typeof UpdateByTopicInput> {}

export const updateByTopicOperation = operation({
  name: "updateByTopic",
  summary:
    "Set the register of a topic: made when there is none, updated in place when there is one.",
  access: "write",
  http: { method: "POST", path: "/v1/vault/topics/{topicId}" },
  modelCalls: 1,
  input: UpdateByTopicInput,
  output: ReceiptOutput,
  run: async ({ topicId, text, scope, category, tags, source, ...given }, context) => {
    const origin = given.agent === undefined ? "user" : "assistant";
    const input = {
      ...doing(given, context),
      topicId,
      text,
      category,
      tags,
      origin,
      source,
    } as const;
    const place = scope ?? given.agent ?? "shared";
    return receiptOf(
      await updateByTopic(omitUndefined({ ...input, scope: place }), context.curating),
    );
  },
});

const VaultSearchInput = VaultInput.extend({
  query: Body,
  limit: z.int().min(1).max(200).optional(),
});
export interface VaultSearchInput extends z.input<typeof VaultSearchInput> {}

export const vaultSearchOperation = operation({
  name: "vaultSearch",
  summary: "Search canon and registers by words shared, parts of words, and likeness.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/search" },
  modelCalls: 1,
  input: VaultSearchInput,
  output: z.array(z.object({ memory: MemoryOutput, score: z.number() })),
  run: ({ query, limit, scope, ...given }, context) =>
    vaultSearch(
      {
        ...omitUndefined({ viewer: looking(given, context), scope, query, limit }),
        weights: context.reading.policy.vaultWeights,
      },
      context.curating,
    ),
});

const VaultCandidatesInput = VaultInput.extend({ floor: z.number().min(0).max(1).optional() });
export interface VaultCandidatesInput extends z.input<typeof VaultCandidatesInput> {}

export const vaultCandidatesOperation = operation({
  name: "vaultCandidates",
  summary: "Pairs of vault records so alike that someone may want to merge them.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/candidates" },
  input: VaultCandidatesInput,
  output: z.array(z.object({ older: MemoryOutput, newer: MemoryOutput, similarity: z.number() })),
  run: ({ scope, floor, ...given }, context) =>
    consolidationCandidates(
      {
        ...omitUndefined({ viewer: looking(given, context), scope }),
        floor: floor ?? context.config.limits.vault.candidateFloor,
      },
      context.curating,
    ),
});

export const vaultDeletionsOperation = operation({
  name: "vaultDeletions",
  summary: "Vault records that may be deleted, each with the reasons; nothing is deleted yet.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/deletions" },
  input: VaultInput,
  output: z.array(z.object({ memory: MemoryOutput, reasons: z.array(z.string()) })),
  run: ({ scope, ...given }, context) =>
    deletionProposals(omitUndefined({ viewer: looking(given, context), scope }), context.curating),
});

export const vaultStatsOperation = operation({
  name: "vaultStats",
  summary:
    "How full the vault is, by scope, tier and category, and how much of its file is history.",
  access: "read",
  http: { method: "GET", path: "/v1/vault/stats" },
  input: VaultInput,
  output: VaultStatsOutput,
  run: ({ scope, ...given }, context) =>
    vaultStats(
      omitUndefined({ viewer: looking(given, context), scope, max: context.config.vaultCapacity }),
      context.curating,
    ),
});

const CompactVaultInput = z.strictObject({ tenant: Id, actor: Id.optional() });
export interface CompactVaultInput extends z.input<typeof CompactVaultInput> {}

export const compactVaultOperation = operation({
  name: "compactVault",
  summary: "Rewrite this tenant's lines of the vault file to the latest version of each memory.",
  access: "operate",
  http: { method: "POST", path: "/v1/vault/compact" },
  input: CompactVaultInput,
  output: z.object({ kept: Count, dropped: Count }).describe("Lines of this tenant."),
  run: ({ tenant }, context) => compact(context.curating, tenant),
});
