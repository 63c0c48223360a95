// The engine as its callers see it: one line a method, each calling the operation that does the work.

import type { Config } from "../config.ts";
import { MemoryError } from "../errors.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { HistoryEntry } from "../model/history.ts";
import type { Memory } from "../model/memory.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Narrator } from "../ports/narrator.ts";
import type { Store } from "../ports/store.ts";
import { DEFAULT_RECALL_POLICY } from "../read/policy.ts";
import { search } from "../read/recall.ts";
import type { ReadDeps } from "../read/request.ts";
import { type Background, startBackground } from "../upkeep/background.ts";
import { createIngestQueue, type IngestQueue } from "../write/ingest-queue.ts";
import { type ListenDeps, listen } from "../write/listen.ts";
import { messageOf } from "./ingest.ts";
import { ListInput, OneInput, parseInput, present } from "./inputs.ts";
import { listenDeps } from "./listen-deps.ts";
import { rememberThis } from "./remember.ts";
import { searchInput } from "./search.ts";
import { viewerOf } from "./viewer-of.ts";

export type EngineParts = Readonly<{
  config: Config;
  store: Store;
  models: Readonly<{ extractor: Extractor; narrator: Narrator; embedder: Embedder }>;
  folder: string | undefined;
  now: Clock;
  ids: Ids;
}>;

const QUEUE_LIMITS = { waiting: 400, tenantsAtOnce: 4 };

type Running = Readonly<{
  parts: EngineParts;
  deps: ListenDeps & Readonly<{ narrator: Narrator }>;
  reading: ReadDeps;
  queue: IngestQueue;
  background: Background;
  state: { isClosed: boolean };
}>;

export type MemoryEngine = Awaited<ReturnType<typeof createEngine>>;

export async function createEngine(parts: EngineParts) {
  const deps = { ...listenDeps(parts), narrator: parts.models.narrator };
  const queue = createIngestQueue((message) => listen(message, deps), QUEUE_LIMITS);
  const background = await startBackground({ deps, folder: parts.folder });
  const reading = readDeps(parts);
  const running: Running = { parts, deps, reading, queue, background, state: { isClosed: false } };
  return methods(running);
}

function methods(running: Running) {
  const { store } = running.parts;
  return {
    /** Listens to one message. Resolves when it has been read for facts; `false` when the queue had to drop it. */
    ingest: (message: unknown) => ingest(running, message),
    /** Listens to many, waiting for room; gives one receipt each. */
    ingestMany: (messages: Iterable<unknown> | AsyncIterable<unknown>) =>
      ingestMany(running, messages),
    /** Remembers one thing said in so many words. */
    remember: (input: unknown) => guarded(running, () => rememberThis(input, running.deps)),
    search: (input: unknown) =>
      guarded(running, () => search(searchInput(input, running.parts), running.reading)),
    get: (input: unknown) => guarded(running, () => getOne(running, input)),
    list: (input: unknown) => guarded(running, () => listMany(running, input)),
    history: (input: unknown) => guarded(running, () => historyOf(running, input)),
    /** Ends the open conversations now, of one tenant or of all. */
    flush: (tenant?: string) => guarded(running, () => running.background.flush(tenant)),
    runJob: (name: string, tenant?: string) =>
      guarded(running, () => running.background.runJob(name, tenant)),
    /** Resolves when everything accepted has been mined, stored and embedded, and its lines are in their files. */
    drain: () => drain(running),
    stats: async (tenant: string) => ({
      store: await store.info(),
      memories: await store.memories.counts(viewerOf({ tenant }, {})),
    }),
    checkpoints: store.checkpoints,
    close: () => close(running),
  };
}

async function guarded<T>({ state }: Running, act: () => Promise<T>): Promise<T> {
  if (state.isClosed) throw new MemoryError("closed", "This memory has been closed.");
  return act();
}

async function ingest(running: Running, message: unknown): Promise<Receipt | false> {
  return guarded(running, () => running.queue.add(messageOf(message, running.parts)));
}

async function ingestMany(
  running: Running,
  messages: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<readonly (Receipt | false)[]> {
  const receipts: Promise<Receipt | false>[] = [];
  for await (const message of messages) {
    const accepted = await guarded(running, () =>
      running.queue.addWithRoom(messageOf(message, running.parts)),
    );
    receipts.push(accepted.done);
  }
  return Promise.all(receipts);
}

async function drain({ queue, background }: Running): Promise<void> {
  await queue.idle();
  await background.settle();
}

async function close(running: Running): Promise<void> {
  if (running.state.isClosed) return;
  running.state.isClosed = true;
  await running.queue.idle();
  await running.background.stop();
  await running.parts.store.close();
}

async function getOne({ parts }: Running, input: unknown): Promise<Memory | undefined> {
  const { id, ...looking } = parseInput(OneInput, input);
  const viewer = viewerOf(looking, parts.config.allowlists);
  return parts.store.memories.get(viewer, id, { now: parts.now().toISOString() });
}

async function listMany({ parts }: Running, input: unknown): Promise<readonly Memory[]> {
  const { filter, states, limit, after, asOf, validAt, ...looking } = parseInput(ListInput, input);
  const viewer = viewerOf(looking, parts.config.allowlists);
  return parts.store.memories.list(viewer, {
    filter: present(filter),
    look: present({ now: parts.now().toISOString(), states, asOf, validAt }),
    page: present({ limit, after }),
  });
}

async function historyOf({ parts }: Running, input: unknown): Promise<readonly HistoryEntry[]> {
  const { id, ...looking } = parseInput(OneInput, input);
  return parts.store.memories.history(viewerOf(looking, parts.config.allowlists), id);
}

function readDeps({ store, models, now }: EngineParts): ReadDeps {
  const { embedder } = models;
  return {
    store,
    embedder,
    now,
    policy: DEFAULT_RECALL_POLICY,
    backfill: async (missing) => {
      const vectors = await embedder.embed(missing.map(memoryEmbeddingText), "document");
      const at = now().toISOString();
      const made = new Map<string, Float32Array>();
      for (const [index, memory] of missing.entries()) {
        const vector = vectors[index];
        if (vector === undefined) continue;
        made.set(memory.id, vector);
        const change = {
          type: "embed",
          item: "memory",
          id: memory.id,
          model: modelKey(embedder.model),
          vector,
        } as const;
        await store.commit({
          tenant: memory.tenant,
          at,
          actor: "recall",
          cause: "backfill",
          changes: [change],
        });
      }
      return made;
    },
    used: (tenant, ids) => {
      store.memories.touch(tenant, ids, now().toISOString()).catch(() => undefined);
    },
  };
}
