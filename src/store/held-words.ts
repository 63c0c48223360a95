// The rows that hold each word of a question; the index is asked only for words that nobody asked for since it changed.

import type { Step } from "./database.ts";
import type { Dialect, Postings, PostingsQuery } from "./dialect.ts";
import { type Held, holdWord, type WordRows } from "./standing.ts";

const NOWHERE: WordRows = { body: [], context: [] };

/** Bodies first and then contexts, each in the order of the question. */
export function* postingsHeld<T>(
  dialect: Dialect,
  query: PostingsQuery,
  held: Held<T>,
): Step<readonly Postings[]> {
  const { item, tenant, terms, cap } = query;
  if (!held.isKept) return yield* dialect.postings(query);
  const unknown = terms.filter((term) => !held.words.has(term));
  if (unknown.length > 0)
    hold(held, yield* dialect.postings({ item, tenant, terms: unknown, cap }));
  const bodies: Postings[] = [];
  const contexts: Postings[] = [];
  for (const term of terms) {
    const { body, context } = held.words.get(term) ?? NOWHERE;
    bodies.push({ field: "body", term, seqs: body });
    if (context !== undefined) contexts.push({ field: "context", term, seqs: context });
  }
  return [...bodies, ...contexts];
}

function hold<T>(held: Held<T>, postings: readonly Postings[]): void {
  const contexts = new Map<string, readonly number[]>();
  for (const { field, term, seqs } of postings) if (field === "context") contexts.set(term, seqs);
  for (const { field, term, seqs } of postings)
    if (field === "body") holdWord(held, term, { body: seqs, context: contexts.get(term) });
}
