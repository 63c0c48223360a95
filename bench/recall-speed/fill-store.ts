// Fills one tenant of a new SQLite file with made-up memories and messages, each with its vector, as the engine would.

import type { Change } from "../../src/model/change-set.ts";
import {
  memoryEmbeddingText,
  messageEmbeddingText,
  modelKey,
} from "../../src/model/embedding-text.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { Store } from "../../src/ports/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { type MadeText, madeText } from "./made-text.ts";

export const TENANT = "speed";
export const NOW = new Date("2026-06-01T12:00:00.000Z");

export type Filling = Readonly<{ memories: number; messages: number; seed: number }>;
export type Fill = Filling & Readonly<{ path: string }>;

const BATCH = 1_000;
const CHANNELS = 50;
const MINUTE = 60_000;
const LINKED_EVERY = 10;
const CATEGORIES = ["profile", "work", "home", "travel", "health"] as const;
const PAYER = { tenant: TENANT };

export async function fillStore({ path, ...filling }: Fill): Promise<void> {
  const store = await openSqliteStore({
    path,
    durability: "normal",
    keepsFiles: false,
    now: () => NOW,
  });
  try {
    await fillOpen(store, filling, builtinEmbedder());
  } finally {
    await store.close();
  }
}

/** The same memories whatever the store and the embedder. */
export async function fillOpen(
  store: Pick<Store, "commit">,
  { memories, messages, seed }: Filling,
  embedder: Embedder,
): Promise<void> {
  const made = madeText(seed);
  const commit = (changes: readonly Change[]) =>
    store.commit({ tenant: TENANT, at: NOW.toISOString(), actor: "bench", cause: "fill", changes });
  for (let from = 0; from < messages; from += BATCH)
    await commit(await turns(numbers(from, messages), messages, { made, embedder }));
  for (let from = 0; from < memories; from += BATCH)
    await commit(await facts(numbers(from, memories), { memories, messages }, { made, embedder }));
}

type Maker = Readonly<{ made: MadeText; embedder: Embedder }>;

function numbers(from: number, until: number): readonly number[] {
  return Array.from({ length: Math.min(BATCH, until - from) }, (_, at) => from + at);
}

async function turns(
  at: readonly number[],
  all: number,
  { made, embedder }: Maker,
): Promise<Change[]> {
  const said = at.map((number): NewMessage => {
    const name = made.person();
    return {
      tenant: TENANT,
      id: `said-${number}`,
      channel: `channel-${Math.floor(number / 40) % CHANNELS}`,
      at: new Date(NOW.getTime() - (all - number) * MINUTE).toISOString(),
      author: { id: name.toLowerCase(), name, isBot: false },
      text: made.turn(),
      role: "user",
      origin: "user",
      scope: "shared",
    };
  });
  const vectors = await embedder.embed(said.map(messageEmbeddingText), "document", PAYER);
  return said.flatMap((message, index): Change[] => [
    {
      type: "keep",
      message,
      context: `${message.author.name} ${said[index - 1]?.text ?? ""}`,
      searchable: true,
    },
    embedded({ item: "message", id: message.id, embedder }, vectors[index]),
  ]);
}

type Sizes = Readonly<{ memories: number; messages: number }>;

async function facts(
  at: readonly number[],
  sizes: Sizes,
  { made, embedder }: Maker,
): Promise<Change[]> {
  const known = at.map((number) => factOf(number, sizes, made));
  const vectors = await embedder.embed(known.map(memoryEmbeddingText), "document", PAYER);
  return known.flatMap((memory, index): Change[] => [
    { type: "create", memory, reason: "fill" },
    embedded({ item: "memory", id: memory.id, embedder }, vectors[index]),
    ...(index > 0 && index % LINKED_EVERY === 0 ? [linked(memory.id, known[index - 1])] : []),
  ]);
}

function factOf(number: number, { memories, messages }: Sizes, made: MadeText): Memory {
  const quote = made.fact();
  const at = new Date(NOW.getTime() - (memories - number) * MINUTE).toISOString();
  const messageId = `said-${made.below(Math.max(1, messages))}`;
  return {
    id: `fact-${number}`,
    tenant: TENANT,
    scope: "shared",
    kind: "fact",
    category: CATEGORIES[number % CATEGORIES.length] ?? "profile",
    // The number keeps two lines that came out alike from being one fact.
    text: `${quote} (${number})`,
    subject: made.person().toLowerCase(),
    tags: [],
    participants: [],
    confidence: 0.6 + made.below(40) / 100,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [{ type: "span", messageId, start: 0, end: quote.length, quote }],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
    writer: {},
  };
}

type Embedded = Readonly<{ item: "memory" | "message"; id: string; embedder: Embedder }>;

function embedded({ item, id, embedder }: Embedded, vector: Float32Array | undefined): Change {
  const model = modelKey(embedder.model);
  return { type: "embed", item, id, model, vector: vector ?? new Float32Array() };
}

function linked(from: string, to: Memory | undefined): Change {
  const relation = { from, to: to?.id ?? from, type: "related_to", strength: 0.5 } as const;
  return { type: "link", relation: { ...relation, createdAt: NOW.toISOString() } };
}
