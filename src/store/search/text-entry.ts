// What the word index holds of an item, the same on both databases, and which words of a question it can hold.

import { createHash } from "node:crypto";
import type { Memory } from "../../model/memory.ts";
import { fold, terms } from "../../model/text.ts";
import type { TextEntry } from "../dialect.ts";

/** PostgreSQL refuses longer words, and no question needs more of one. */
const MAX_WORD_CHARACTERS = 100;
/** Together below the megabyte that PostgreSQL allows one item's words. */
const MAX_BODY_BYTES = 600_000;
const MAX_CONTEXT_BYTES = 150_000;
/** What one word costs beside its letters: that it is this tenant's, and in this field. */
const WORD_BYTES = 12;
/** That UTF-8 takes for one unit of a string; counting them exactly is left for long texts. */
const MOST_BYTES = 3;
/** The rest of a longer question adds time and no meaning. */
const MAX_QUESTION_WORDS = 256;
const WORD = /^[\p{L}\p{M}\p{N}]+$/u;

/** Stems of what was said, and of what surrounds it. */
export type Words = Readonly<{ body: readonly string[]; context: readonly string[] }>;

export function wordsOf({ text, context }: Pick<TextEntry, "text" | "context">): Words {
  return {
    body: indexed(terms(text), MAX_BODY_BYTES),
    context: indexed(terms(context), MAX_CONTEXT_BYTES),
  };
}

export function memoryEntry(memory: Memory, filing: TextEntry["filing"]): TextEntry {
  const { tenant, id, text, title, category, section, tags } = memory;
  const context = aroundMemory([title, category, section, ...tags]);
  return { item: "memory", tenant, id, filing, text, context };
}

/** What stands around the text of a memory: its title, its category, its section and its tags. */
export function aroundMemory(pieces: readonly (string | undefined)[]): string {
  return pieces.join(" ");
}

/** Each word once, as far as there is room. */
function indexed(words: readonly string[], maxBytes: number): readonly string[] {
  const once = [...new Set(words.map(cut))];
  const most = once.reduce((sum, word) => sum + MOST_BYTES * word.length + WORD_BYTES, 0);
  if (most <= maxBytes) return once;
  let bytes = 0;
  const end = once.findIndex((word) => {
    bytes += Buffer.byteLength(word) + WORD_BYTES;
    return bytes > maxBytes;
  });
  return end < 0 ? once : once.slice(0, end);
}

/** Anything that could not have come from `terms` stands in no index, so it is not looked for. */
export function questionWords(asked: readonly string[]): readonly string[] {
  const words = asked.filter((word) => WORD.test(word) && fold(word) === word).map(cut);
  return [...new Set(words)].slice(0, MAX_QUESTION_WORDS);
}

function cut(word: string): string {
  if (word.length <= MAX_WORD_CHARACTERS) return word;
  return [...word].slice(0, MAX_WORD_CHARACTERS).join("");
}

// The tenant as one indexed word, so that a search reads one tenant's postings and no other's.

const tokens = new Map<string, string>();
const MAX_CACHED = 10_000;

/** Of one length, so that no prefix and word together spell another tenant's; rows are checked by tenant as well. */
const PREFIX_LENGTH = 11;

/** What each word of a tenant begins with where an index is shared: one list of rows then serves one tenant only. */
export function wordPrefix(tenant: string): string {
  return tenantToken(tenant).slice(0, PREFIX_LENGTH);
}

/** Ends in a digit, so that no stemmer or tokenizer would change it. Rows are checked by tenant as well. */
export function tenantToken(tenant: string): string {
  const known = tokens.get(tenant);
  if (known !== undefined) return known;
  const token = `t${createHash("sha256").update(tenant).digest("hex").slice(0, 20)}0`;
  if (tokens.size >= MAX_CACHED) tokens.clear();
  tokens.set(tenant, token);
  return token;
}
