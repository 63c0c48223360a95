// Puts a haystack through the public library and ranks messages for each of its questions: once by everything the
// engine knows, once by what was said alone, and once by plain BM25 over the same texts.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { createMemory, type Hit, type MemoryEngine } from "../../../src/index.ts";
import { bm25 } from "../embed/bm25.ts";
import type { Asked, Haystack, Said } from "./haystack.ts";

export const METHODS = ["both", "messages", "bm25"] as const;
export type Method = (typeof METHODS)[number];

export type Answered = Readonly<{
  asked: Asked;
  /** Message ids, best first. */
  found: Readonly<Record<Method, readonly string[]>>;
  searchMs: number;
  confidence: number;
  unsure: boolean;
}>;

export type Run = Readonly<{
  answered: readonly Answered[];
  sessionOf: ReadonlyMap<string, string>;
  ingestSeconds: number;
}>;

export const TENANT = "evaluation";
const LIMIT = 24;
const BM25_DEPTH = 100;

export async function askEngine(haystack: Haystack, folder: string | undefined): Promise<Run> {
  const plain = bm25(haystack.messages.map(({ author, text }) => `${author.name}: ${text}`));
  return withHaystack({ haystack, folder }, async (memory, setClock, ingestSeconds) => {
    const answered: Answered[] = [];
    for (const asked of haystack.questions) {
      setClock(asked.at);
      answered.push(await answer(asked, memory, { haystack, plain }));
    }
    const sessionOf = new Map(haystack.messages.map(({ id, session }) => [id, session]));
    return { answered, sessionOf, ingestSeconds };
  });
}

type Where = Readonly<{ haystack: Haystack; folder: string | undefined }>;

/** With a folder, what was ingested is kept there, and the next run asks it again without listening anew. */
export async function withHaystack<T>(
  { haystack, folder }: Where,
  ask: (memory: MemoryEngine, setClock: (at: Date) => void, ingestSeconds: number) => Promise<T>,
): Promise<T> {
  let now = haystack.messages.at(-1)?.at ?? new Date(0);
  const path = folder === undefined ? ":memory:" : join(folder, `${haystack.name}.db`);
  const isKept = existsSync(path);
  const memory = await createMemory({ path, folder: null, upkeep: !isKept, now: () => now });
  try {
    const started = performance.now();
    if (!isKept) {
      await memory.ingestMany(haystack.messages.map(incoming));
      await memory.drain();
    }
    const ingestSeconds = (performance.now() - started) / 1000;
    const setClock = (at: Date) => {
      now = at;
    };
    return await ask(memory, setClock, ingestSeconds);
  } finally {
    await memory.close();
  }
}

function incoming({ id, channel, at, author, role, text }: Said) {
  return {
    tenant: TENANT,
    id,
    channel,
    at: at.toISOString(),
    author,
    role,
    text: text.toWellFormed().replaceAll("\u0000", " "),
  };
}

type Against = Readonly<{ haystack: Haystack; plain: (question: string) => Float64Array }>;

async function answer(
  asked: Asked,
  memory: MemoryEngine,
  { haystack, plain }: Against,
): Promise<Answered> {
  const ask = (over: "both" | "messages") =>
    memory.search({ tenant: TENANT, query: asked.text, limit: LIMIT, over });
  const messages = await ask("messages");
  const started = performance.now();
  const both = await ask("both");
  const searchMs = performance.now() - started;
  const scores = plain(asked.text);
  const byWords = haystack.messages
    .map(({ id }, at) => ({ id, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, BM25_DEPTH)
    .map(({ id }) => id);
  const found = { both: sourcesOf(both.hits), messages: sourcesOf(messages.hits), bm25: byWords };
  const { confidence, unsure } = both;
  return { asked, found, searchMs, confidence, unsure };
}

/** The messages that the hits rest on, each once, in the order of the hits. */
function sourcesOf(hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.flatMap((hit) => hit.sources.map(({ messageId }) => messageId)))];
}
