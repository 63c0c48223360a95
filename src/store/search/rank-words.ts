// Ranks words by BM25 over cached posting lists, as of now or as of an earlier day.

import type { Look } from "../../model/filter.ts";
import { number } from "../columns.ts";
import { all, type Step } from "../database.ts";
import type { Dialect, Postings, PostingsQuery } from "../dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "../read/memory-row.ts";
import { rowsAt } from "../read/memory-select.ts";
import { createHeap, popFrom, pushTo } from "../vectors/ranking.ts";
import { cacheWord, type TenantCache, type WordRows } from "./search-cache.ts";
import { memoryEntry, type Words, wordsOf } from "./text-entry.ts";

/** A word in more rows than this says little about any of them; only its newest rows are looked at. */
export const POSTINGS_CAP = 2_000;
const CONTEXT_WEIGHT = 0.4;
/** 2^32 over the golden ratio: numbers that follow each other are spread evenly by it. */
const SPREAD = 0x9e37_79b1;
const HASH_BITS = 32;

/** Of thousands of rows only the first are ever taken. */
export type RankedRows = Readonly<{ isEmpty: () => boolean; take: (count: number) => number[] }>;

/** How rare each word is, and of which rows alone the ranking is wanted. */
type Ranking = Readonly<{
  frequency: ReadonlyMap<string, number>;
  total: number;
  only: ReadonlySet<number> | undefined;
}>;

export function rankByRarity(
  postings: readonly Postings[],
  { frequency, total, only }: Ranking,
): RankedRows {
  const sums = emptySums(postings.reduce((sum, { seqs }) => sum + seqs.length, 0));
  for (const { field, term, seqs } of postings) {
    const found = frequency.get(term) ?? 0;
    if (field === "context" && found >= POSTINGS_CAP) continue;
    const rarity = Math.log(1 + (Math.max(total, found) - found + 0.5) / (found + 0.5));
    addTo(sums, seqs, field === "body" ? rarity : rarity * CONTEXT_WEIGHT);
  }
  return ranked(sums, only);
}

/**
 * Sums by row, in a table of two plain lists: a slot without a row is 0, as no row is. A `Map` took longer, and what
 * was thrown away of it after each search became most of the memory of a large store.
 */
type Sums = Readonly<{ rows: Float64Array; scores: Float64Array; shift: number }>;

/** Twice the room that is needed, so that the next free slot is near. */
function emptySums(most: number): Sums {
  const bits = Math.ceil(Math.log2(2 * most + 2));
  const slots = 2 ** bits;
  const shift = HASH_BITS - bits;
  return { rows: new Float64Array(slots), scores: new Float64Array(slots), shift };
}

function addTo({ rows, scores, shift }: Sums, seqs: readonly number[], weight: number): void {
  const last = rows.length - 1;
  for (const seq of seqs) {
    let slot = Math.imul(seq, SPREAD) >>> shift;
    while (rows[slot] !== 0 && rows[slot] !== seq) slot = (slot + 1) & last;
    rows[slot] = seq;
    scores[slot] = (scores[slot] ?? 0) + weight;
  }
}

function ranked({ rows, scores }: Sums, only: ReadonlySet<number> | undefined): RankedRows {
  const best = createHeap<number>((one, other) => {
    const lead = (scores[one] ?? 0) - (scores[other] ?? 0);
    return lead > 0 || (lead === 0 && (rows[one] ?? 0) > (rows[other] ?? 0));
  });
  for (let slot = 0; slot < rows.length; slot++) {
    const row = rows[slot] ?? 0;
    if (row !== 0 && (only === undefined || only.has(row))) pushTo(best, slot);
  }
  return {
    isEmpty: () => best.items.length === 0,
    take: (wanted) => {
      const taken: number[] = [];
      while (taken.length < wanted) {
        const slot = popFrom(best);
        if (slot === undefined) break;
        taken.push(rows[slot] ?? 0);
      }
      return taken;
    },
  };
}

// Cached posting lists: the index is asked only for words that are not in the cache.

const NOWHERE: WordRows = { body: [], context: [] };

/** Bodies first and then contexts, each in the order of the question. */
export function* cachedPostings<T>(
  dialect: Dialect,
  query: PostingsQuery,
  held: TenantCache<T>,
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

function hold<T>(held: TenantCache<T>, postings: readonly Postings[]): void {
  const contexts = new Map<string, readonly number[]>();
  for (const { field, term, seqs } of postings) if (field === "context") contexts.set(term, seqs);
  for (const { field, term, seqs } of postings)
    if (field === "body") cacheWord(held, term, { body: seqs, context: contexts.get(term) });
}

// Postings as of an earlier time: the index holds the present, so rows that were reworded since are read again.

/** Of more changes than this since then, the newest are read again. */
const MAX_CHANGED = 4_000;

export function* postingsAsOf(
  present: readonly Postings[],
  query: PostingsQuery,
  look: Look,
): Step<readonly Postings[]> {
  if (look.asOf === undefined || query.item === "message") return present;
  const changed = yield* changedSince(query.tenant, look, look.asOf);
  return present.map(({ field, term, seqs }) => ({
    field,
    term,
    seqs: [
      ...seqs.filter((seq) => !changed.has(seq)),
      ...[...changed].flatMap(([seq, was]) => (was[field].includes(term) ? [seq] : [])),
    ],
  }));
}

function* changedSince(tenant: string, look: Look, asOf: string): Step<ReadonlyMap<number, Words>> {
  const then = rowsAt(tenant, look);
  const rows = yield* all(
    `SELECT c.seq AS row_seq, ${MEMORY_COLUMNS} FROM memories c
     JOIN ${then.sql} ON m.tenant = c.tenant AND m.id = c.id
     WHERE c.tenant = ? AND c.updated_at > ? AND c.version <> m.version ORDER BY c.seq DESC LIMIT ?`,
    [...then.values, tenant, ms(asOf), MAX_CHANGED],
  );
  return new Map(
    rows.map((row) => [number(row, "row_seq"), wordsOf(memoryEntry(memoryFromRow(row), "again"))]),
  );
}
