// A small store with a clock that stands still, and short ways to put memories and messages into it.

import type { Change } from "../../src/model/change-set.ts";
import {
  memoryEmbeddingText,
  messageEmbeddingText,
  modelKey,
} from "../../src/model/embedding-text.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { hostViewer, type Viewer } from "../../src/model/viewer.ts";
import { builtinEmbedder, wordVectorsNow } from "../../src/models/builtin/embedder.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { ContextDeps } from "../../src/read/context-request.ts";
import { DEFAULT_RECALL_POLICY } from "../../src/read/policy.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";

export const TENANT = "acme";
export const NOW = new Date("2026-06-01T12:00:00.000Z");
export const host: Viewer = hostViewer(TENANT);
export const ana: Viewer = { tenant: TENANT, as: { type: "user", user: "ana" }, categories: "all" };

const embedder = builtinEmbedder();

export async function openScene() {
  const store = await openSqliteStore({
    path: ":memory:",
    durability: "normal",
    keepsFiles: false,
    now: () => NOW,
  });
  const used: string[] = [];
  const deps: ContextDeps = {
    store,
    embedder,
    wordVectors: wordVectorsNow,
    now: () => NOW,
    policy: DEFAULT_RECALL_POLICY,
    rerank: undefined,
    backfill: async () => new Map(),
    used: (_tenant, handed) => used.push(...handed.map(({ id }) => id)),
    nonce: () => "n0nce",
    categories: [],
  };
  const commit = (changes: readonly Change[]) =>
    store.commit({ tenant: TENANT, at: NOW.toISOString(), actor: "test", cause: "test", changes });
  return {
    store,
    deps,
    used,
    commit,
    remember: (...memories: readonly Memory[]) => remember(memories, commit),
    say: (...messages: readonly NewMessage[]) => say(messages, commit),
    close: () => store.close(),
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;
type Commit = (changes: readonly Change[]) => Promise<void>;

async function remember(memories: readonly Memory[], commit: Commit): Promise<void> {
  const vectors = await embedder.embed(memories.map(memoryEmbeddingText), "document", {
    tenant: "acme",
  });
  await commit(
    memories.flatMap((memory, at): Change[] => [
      { type: "create", memory, reason: "test" },
      {
        type: "embed",
        item: "memory",
        id: memory.id,
        model: modelKey(embedder.model),
        vector: vectors[at] ?? new Float32Array(),
      },
    ]),
  );
}

async function say(messages: readonly NewMessage[], commit: Commit): Promise<void> {
  const vectors = await embedder.embed(messages.map(messageEmbeddingText), "document", {
    tenant: "acme",
  });
  await commit(
    messages.flatMap((message, at): Change[] => [
      { type: "keep", message, context: messages[at - 1]?.text ?? "", searchable: true },
      {
        type: "embed",
        item: "message",
        id: message.id,
        model: modelKey(embedder.model),
        vector: vectors[at] ?? new Float32Array(),
      },
    ]),
  );
}

export function aMemory(id: string, text: string, more: Partial<Memory> = {}): Memory {
  return {
    id,
    tenant: TENANT,
    scope: "shared",
    kind: "fact",
    category: "profile",
    text,
    tags: [],
    participants: [],
    confidence: 1,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    writer: {},
    ...more,
  };
}

export function aMessage(id: string, text: string, more: Partial<NewMessage> = {}): NewMessage {
  return {
    tenant: TENANT,
    id,
    channel: "general",
    at: NOW.toISOString(),
    author: { id: "ana", name: "Ana", isBot: false },
    text,
    role: "user",
    origin: "user",
    scope: "shared",
    ...more,
  };
}

export function daysAgo(days: number): string {
  return new Date(NOW.getTime() - days * 86_400_000).toISOString();
}

/** An embedder whose provider is down. */
export function brokenEmbedder(error: Error): Embedder {
  return { ...embedder, embed: () => Promise.reject(error) };
}
