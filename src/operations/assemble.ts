// Gives every story what it needs, from the configuration, the store and the models.

import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { MemoryError } from "../errors.ts";
import { DEFAULT_GUARD_POLICY, type GuardPolicy, guard } from "../guard/guard.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { Memory } from "../model/memory.ts";
import { BUILT_IN_CATEGORIES } from "../model/memory.ts";
import type { Answerer } from "../ports/answerer.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder, WordVectors } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Files } from "../ports/files.ts";
import type { Judge } from "../ports/language.ts";
import type { Narrator } from "../ports/narrator.ts";
import type { TimedReranker } from "../ports/reranker.ts";
import type { Store } from "../ports/store.ts";
import type { ContextDeps } from "../read/context-request.ts";
import { nonceOf } from "../read/fence.ts";
import type { RecallPolicy } from "../read/policy.ts";
import type { Rerank } from "../read/rerank.ts";
import type { TransferDeps } from "../transfer/deps.ts";
import { createTransfer } from "../transfer/transfer.ts";
import { startBackground } from "../upkeep/background.ts";
import { builtinJudge, judgeWithStandIn, modelJudge } from "../upkeep/judge.ts";
import { announcing } from "../upkeep/webhooks/announce.ts";
import type { IngestDeps } from "../write/act.ts";
import { createEchoes } from "../write/echoes.ts";
import { ingestBatch } from "../write/ingest.ts";
import { createIngestQueue } from "../write/ingest-queue.ts";
import { journalLine } from "../write/message-changes.ts";
import { remember } from "../write/remember.ts";
import { countUses } from "./count-uses.ts";
import type { EngineContext } from "./engine-context.ts";
import {
  ingestPolicy,
  kindPolicies,
  recallPolicyOf,
  upkeepPolicy,
  writePolicy,
} from "./policies.ts";

export type EngineParts = Readonly<{
  config: Config;
  store: Store;
  /** What questions are answered from, where that is another: it may ask a standby. */
  readStore?: Store;
  files: Files;
  keepsFiles: boolean;
  models: Readonly<{
    extractor: Extractor;
    narrator: Narrator;
    embedder: Embedder;
    wordVectors: WordVectors;
    isBuiltInEmbedder: boolean;
    judge: Judge | undefined;
    reranker: TimedReranker | undefined;
    answerer: Answerer | undefined;
  }>;
  now: Clock;
  ids: Ids;
}> &
  Pick<TransferDeps, "openForeign" | "openForeignServer" | "openScratch">;

const NONCE_BYTES = 8;
const TENANTS_AT_ONCE = 4;

export async function assemble(given: EngineParts): Promise<EngineContext> {
  const { config, files, models, now, ids } = given;
  const store = announcing(given.store, config.webhooks, ids);
  const parts = { ...given, store };
  const { isReadOnly } = await store.info();
  const { touch } = store.memories;
  const { record } = store.upkeep;
  const uses = countUses({ touch, record }, now);
  const echoes = createEchoes();
  const listening = listenDeps(parts, echoes.isEcho);
  const screen = (text: string) => guard(text, listening.policy.guard);
  const writing: EngineContext["writing"] = {
    ...listening,
    narrator: models.narrator,
    screen,
    judge: judgeOf(parts, listening),
    files,
    upkeep: upkeepPolicy(config),
    restorableDays: config.limits.forgetting.restorableDays,
    onProgress: () => undefined,
  };
  const curating: EngineContext["curating"] = {
    store,
    files,
    now,
    ids,
    embedder: models.embedder,
    screen,
    restorableDays: config.limits.forgetting.restorableDays,
    journalLine,
    remember: (proposals, act) =>
      remember(
        proposals,
        { ...act, sources: { messages: new Map(), names: [] }, alongside: () => [] },
        writing,
      ),
  };
  return {
    config,
    store,
    isReadOnly,
    writing,
    reading: readDeps(parts, { isReadOnly, uses }),
    uses,
    answerer: models.answerer,
    queue: createIngestQueue((messages) => ingestBatch(messages, writing), {
      ...writing.listening.queue,
      tenantsAtOnce: TENANTS_AT_ONCE,
    }),
    handOut: echoes.handOut,
    curating,
    transfer: transferOf(parts, listening),
    background: await startBackground({
      writing,
      curating,
      isScheduled: config.upkeep,
      catchesUpFirst: config.catchUp === "before_opening",
      keepsFiles: parts.keepsFiles,
      webhooks: config.webhooks,
      isReadOnly,
    }),
  };
}

function transferOf(parts: EngineParts, listening: IngestDeps) {
  const { files, openScratch, openForeign, openForeignServer } = parts;
  return createTransfer({
    ...listening,
    files,
    journalLine,
    openScratch,
    openForeign,
    openForeignServer,
  });
}

function judgeOf({ models, config }: EngineParts, { policy }: IngestDeps): Judge {
  const builtIn = builtinJudge(policy.bands);
  if (models.judge === undefined) return builtIn;
  const model = modelJudge(models.judge);
  return config.models.fallback ? judgeWithStandIn(model, builtIn) : model;
}

function listenDeps(
  { config, store, models, now, ids }: EngineParts,
  isEcho: (tenant: string, line: string) => boolean,
): IngestDeps {
  const names = config.categories.map((category) => category.name);
  return {
    store,
    embedder: models.embedder,
    extractor: models.extractor,
    now,
    ids,
    policy: {
      ...writePolicy(config),
      guard: guardPolicy(config),
      asksJudge: models.judge !== undefined,
    },
    gate: {
      isEcho,
      categories: names.length === 0 ? "all" : new Set([...BUILT_IN_CATEGORIES, ...names]),
      scopes: config.scopes.length === 0 ? "all" : new Set(config.scopes),
      kinds: kindPolicies(config),
    },
    listening: ingestPolicy(config),
  };
}

function guardPolicy({ guard: given }: Config): GuardPolicy {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULT_GUARD_POLICY, name));
  if (unknown !== undefined)
    throw new MemoryError(
      "invalid_input",
      `There is no guard class "${unknown}". Known: ${Object.keys(DEFAULT_GUARD_POLICY).join(", ")}.`,
    );
  return { ...DEFAULT_GUARD_POLICY, ...given };
}

function readDeps(
  parts: EngineParts,
  { isReadOnly, uses }: Pick<EngineContext, "isReadOnly" | "uses">,
): ContextDeps {
  const { config, models, now } = parts;
  return {
    store: parts.readStore ?? parts.store,
    embedder: models.embedder,
    wordVectors: models.wordVectors,
    now,
    policy: recallPolicy(config, models),
    rerank: rerankWith(parts, uses),
    nonce: () => nonceOf(randomBytes(NONCE_BYTES)),
    categories: config.categories,
    backfill: (missing) => backfill(missing, isReadOnly, parts),
    used: uses.note,
  };
}

/** A query is screened before it leaves; a reranker that failed is an event, and the order stays as it was. */
function rerankWith(
  { config, models: { reranker }, now }: EngineParts,
  uses: EngineContext["uses"],
): Rerank | undefined {
  if (reranker === undefined) return undefined;
  const policy = guardPolicy(config);
  return async ({ query, ...asked }) => {
    const ranked = await reranker.rerank({ ...asked, query: guard(query, policy).text });
    if (ranked.type === "ok") return ranked.relevance;
    const { tenant, user } = asked;
    uses.asked({
      ...{ tenant, at: now().toISOString(), node: "hotpath", op: "memory_rerank_error" },
      ...{ status: "error", detail: `${reranker.name}: ${ranked.type}: ${ranked.reason}` },
      ...(user === undefined ? {} : { user }),
    });
    return undefined;
  };
}

/**
 * What another model finds near may lie far apart in the table that ships with the package, so it alone does not silence
 * what such a model found; the gate over that model's own vectors does.
 */
function recallPolicy(config: Config, { isBuiltInEmbedder }: EngineParts["models"]): RecallPolicy {
  const policy = recallPolicyOf(config);
  if (isBuiltInEmbedder) return policy;
  const { chance, gate } = policy;
  return {
    ...policy,
    chance: { ...chance, askedFrom: 0 },
    gate: { ...gate, semantic: gate.otherModel },
  };
}

/** None when the model is down or its budget spent: no read fails for want of a vector. */
async function vectorsNow(
  memories: readonly Memory[],
  embedder: Embedder,
): Promise<readonly Float32Array[]> {
  const [first] = memories;
  if (first === undefined) return [];
  const payer = { tenant: first.tenant };
  try {
    return await embedder.embed(memories.map(memoryEmbeddingText), "document", payer);
  } catch {
    return [];
  }
}

/** Where nothing can be kept, they serve this one question. */
async function backfill(
  missing: readonly Memory[],
  isReadOnly: boolean,
  { store, models, now }: EngineParts,
): Promise<ReadonlyMap<string, Float32Array>> {
  const { embedder } = models;
  const vectors = await vectorsNow(missing, embedder);
  const made = new Map<string, Float32Array>();
  for (const [index, { id, tenant }] of missing.entries()) {
    const vector = vectors[index];
    if (vector === undefined) continue;
    made.set(id, vector);
    if (isReadOnly) continue;
    const change = {
      type: "embed",
      item: "memory",
      id,
      model: modelKey(embedder.model),
      vector,
    } as const;
    await store.commit({
      tenant,
      at: now().toISOString(),
      actor: "recall",
      cause: "backfill",
      changes: [change],
    });
  }
  return made;
}
