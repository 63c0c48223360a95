// Finds the JSON in what a model said and checks its shape; repaired once, never guessed at.

import { jsonrepair } from "jsonrepair";
import type { z } from "zod";

export type Reply<T> =
  | Readonly<{ type: "ok"; value: T }>
  | Readonly<{ type: "refusal" }>
  | Readonly<{ type: "garbled" }>;

// How a model opens when it declines in so many words. Looked for only when there is no JSON at all.
const DECLINES =
  /\b(?:i(?:['’]m| am) (?:(?:very |so |really )?sorry|unable|not (?:able|allowed|comfortable))|i (?:can(?:not|['’]t| not)|won['’]t|will not|must (?:decline|refuse))|(?:can(?:not|['’]t)|unable to) (?:help|assist|comply) with)\b/i;
const DECLINES_WITHIN = 200;
const THOUGHTS = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i;
const FENCED = /```\w*([\s\S]*?)(?:```|$)/;
const MAX_PIECES = 50;

export function readReply<T>(text: string, schema: z.ZodType<T>): Reply<T> {
  const said = text.replace(THOUGHTS, "");
  const pieces = [...jsonPieces(FENCED.exec(said)?.[1] ?? ""), ...jsonPieces(said)];
  for (const piece of pieces) {
    const parsed = schema.safeParse(parse(piece));
    if (parsed.success) return { type: "ok", value: parsed.data };
  }
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), "");
  if (longest !== "") return readRepaired(longest, schema);
  return DECLINES.test(said.trim().slice(0, DECLINES_WITHIN))
    ? { type: "refusal" }
    : { type: "garbled" };
}

function readRepaired<T>(piece: string, schema: z.ZodType<T>): Reply<T> {
  const parsed = schema.safeParse(parse(piece, jsonrepair));
  if (!parsed.success || saysNothing(parsed.data)) return { type: "garbled" };
  return { type: "ok", value: parsed.data };
}

/** A reply cut off before its first line would be mended into an empty list, and pass for "nothing to remember". */
function saysNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((field) => Array.isArray(field) && field.length === 0);
}

/** Undefined is no JSON value, so it stands for text that is not JSON. */
function parse(piece: string, mend: (text: string) => string = (text) => text): unknown {
  try {
    return JSON.parse(mend(piece));
  } catch (thrown) {
    // Nesting too deep to mend ends in a RangeError; it is garbage like any other.
    if (thrown instanceof Error) return undefined;
    throw thrown;
  }
}

/** The outermost objects and arrays in order, prose and fences cut away; the last may lack its end. */
function jsonPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = text.search(/[[{]/);
  while (from !== -1 && pieces.length < MAX_PIECES) {
    const end = endOfPiece(text, from);
    pieces.push(text.slice(from, end));
    const next = text.slice(end).search(/[[{]/);
    from = next === -1 ? -1 : end + next;
  }
  return pieces;
}

const DEPTH: Readonly<Record<string, number>> = { "{": 1, "[": 1, "}": -1, "]": -1 };

// By hand and not by pattern: a hostile reply must not cost more than one pass.
function endOfPiece(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') at = endOfString(text, at);
    depth += DEPTH[mark] ?? 0;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') return at;
    if (mark === "\\") at++;
  }
  return text.length;
}
