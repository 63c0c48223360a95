// Gives every story what it needs, from the configuration, the store and the models.

import { randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { MemoryError } from "../errors.ts";
import { BUILT_IN_CATEGORIES } from "../model/categories.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { Memory } from "../model/memory.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Files } from "../ports/files.ts";
import type { Judge } from "../ports/judge.ts";
import type { Narrator } from "../ports/narrator.ts";
import type { Store } from "../ports/store.ts";
import type { ContextDeps } from "../read/context-request.ts";
import { nonceOf } from "../read/fence.ts";
import { DEFAULT_RECALL_POLICY } from "../read/policy.ts";
import type { TransferDeps } from "../transfer/deps.ts";
import { createTransfer } from "../transfer/transfer.ts";
import { startBackground } from "../upkeep/background.ts";
import { builtinJudge, judgeWithStandIn, modelJudge } from "../upkeep/judge.ts";
import { DEFAULT_UPKEEP_POLICY } from "../upkeep/policy.ts";
import { createEchoes } from "../write/echoes.ts";
import { DEFAULT_GUARD_POLICY, type GuardPolicy, guard } from "../write/guard.ts";
import { journalLine } from "../write/journal-line.ts";
import type { ListenDeps } from "../write/listen.ts";
import { DEFAULT_LISTEN_POLICY, DEFAULT_WRITE_POLICY } from "../write/policy.ts";
import { remember } from "../write/remember.ts";
import type { EngineContext } from "./context.ts";
import { countUses } from "./uses.ts";

export type EngineParts = Readonly<{
  config: Config;
  store: Store;
  files: Files;
  keepsFiles: boolean;
  models: Readonly<{
    extractor: Extractor;
    narrator: Narrator;
    embedder: Embedder;
    judge: Judge | undefined;
  }>;
  now: Clock;
  ids: Ids;
}> &
  Pick<TransferDeps, "openScratch" | "readTables">;

const NONCE_BYTES = 8;

export async function assemble(parts: EngineParts): Promise<EngineContext> {
  const { config, store, files, models, now, ids } = parts;
  const { isReadOnly } = await store.info();
  const uses = countUses(store.memories, now);
  const echoes = createEchoes();
  const listening = listenDeps(parts, echoes.isEcho);
  const screen = (text: string) => guard(text, listening.policy.guard);
  const writing: EngineContext["writing"] = {
    ...listening,
    narrator: models.narrator,
    screen,
    judge: judgeOf(parts, listening),
    files,
    upkeep: DEFAULT_UPKEEP_POLICY,
    onProgress: () => undefined,
  };
  const curating: EngineContext["curating"] = {
    store,
    files,
    now,
    ids,
    embedder: models.embedder,
    screen,
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
    handOut: echoes.handOut,
    curating,
    transfer: createTransfer({
      ...listening,
      files,
      journalLine,
      openScratch: parts.openScratch,
      readTables: parts.readTables,
    }),
    background: await startBackground({
      writing,
      curating,
      isScheduled: config.upkeep,
      keepsFiles: parts.keepsFiles,
      isReadOnly,
    }),
  };
}

function judgeOf({ models, config }: EngineParts, { policy }: ListenDeps): Judge {
  const builtIn = builtinJudge(policy.bands);
  if (models.judge === undefined) return builtIn;
  const model = modelJudge(models.judge);
  return config.models.fallback ? judgeWithStandIn(model, builtIn) : model;
}

function listenDeps(
  { config, store, models, now, ids }: EngineParts,
  isEcho: (tenant: string, line: string) => boolean,
): ListenDeps {
  const names = config.categories.map((category) => category.name);
  const { capture, conversation, vaultCapacity } = config;
  return {
    store,
    embedder: models.embedder,
    extractor: models.extractor,
    now,
    ids,
    policy: { ...DEFAULT_WRITE_POLICY, guard: guardPolicy(config), vaultCapacity },
    gate: {
      isEcho,
      categories: names.length === 0 ? "all" : new Set([...BUILT_IN_CATEGORIES, ...names]),
    },
    listening: {
      ...DEFAULT_LISTEN_POLICY,
      capture: { ...capture, onlyTenant: capture.onlyTenant },
      buffer: conversation,
    },
  };
}

function guardPolicy({ guard: given }: Config): GuardPolicy {
  const unknown = Object.keys(given).find((name) => !(name in DEFAULT_GUARD_POLICY));
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
  const { config, store, models, now } = parts;
  return {
    store,
    embedder: models.embedder,
    now,
    policy: { ...DEFAULT_RECALL_POLICY, maxRecentMessages: config.maxRecentMessages },
    nonce: () => nonceOf(randomBytes(NONCE_BYTES)),
    categories: config.categories,
    backfill: (missing) => backfill(missing, isReadOnly, parts),
    used: uses.note,
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
  } catch (thrown) {
    if (thrown instanceof MemoryError) return [];
    throw thrown;
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
