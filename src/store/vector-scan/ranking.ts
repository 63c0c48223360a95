// Rows in descending exact score, found lazily from an upper bound of each score.
// Exact, not approximate: a row is handed out only when no bound left could beat it.

import { createHeap, popFrom, pushTo } from "./heap.ts";
import { highestBounds, type Place } from "./highest-bounds.ts";

export type Neighbour = Readonly<{ key: number; score: number }>;

export type Ranking = Readonly<{
  /** The next neighbours, best first, equals by key; fewer than asked for when no more are left. */
  take: (count: number) => readonly Neighbour[];
}>;

export type BoundedRows = Readonly<{
  /** No score is above its row's bound plus the margin. */
  bounds: Float32Array;
  margin: number;
  neighbour: (row: number) => Neighbour;
}>;

type Search = {
  readonly rows: BoundedRows;
  /** Scored exactly, not handed out yet. */
  readonly scored: ReturnType<typeof createHeap<Neighbour>>;
  /** Rows to score next, highest bound first. */
  batch: readonly number[];
  at: number;
  batchSize: number;
};

const START: Place = { bound: Number.POSITIVE_INFINITY, row: -1 };
/** A bound is loose: so many times what was asked for mostly holds it. */
const FIRST_BATCH = 2;
const SMALLEST_BATCH = 16;
const BATCH_GROWTH = 4;

export function rankByBound(rows: BoundedRows): Ranking {
  const scored = createHeap<Neighbour>(isNearer);
  const search: Search = { rows, scored, batch: [], at: 0, batchSize: 0 };
  return { take: (count) => takeNext(search, count) };
}

function isNearer(one: Neighbour, other: Neighbour): boolean {
  return one.score > other.score || (one.score === other.score && one.key < other.key);
}

function takeNext(search: Search, count: number): readonly Neighbour[] {
  const { rows, scored } = search;
  const taken: Neighbour[] = [];
  if (search.batchSize === 0) startWith(search, Math.max(SMALLEST_BATCH, count * FIRST_BATCH));
  while (taken.length < count) {
    const row = nextRow(search);
    const most =
      row === undefined ? Number.NEGATIVE_INFINITY : (rows.bounds[row] ?? 0) + rows.margin;
    const nearest = scored.items[0];
    if (nearest !== undefined && nearest.score > most) {
      taken.push(nearest);
      popFrom(scored);
    } else if (row !== undefined) {
      pushTo(scored, rows.neighbour(row));
      search.at++;
    } else break;
  }
  return taken;
}

function startWith(search: Search, size: number): void {
  search.batchSize = size;
  search.batch = highestBounds(search.rows.bounds, size, START);
}

function nextRow(search: Search): number | undefined {
  const { rows, batch } = search;
  const last = batch.at(-1);
  if (search.at < batch.length || last === undefined) return batch[search.at];
  search.batchSize *= BATCH_GROWTH;
  search.batch = highestBounds(rows.bounds, search.batchSize, {
    bound: rows.bounds[last] ?? 0,
    row: last,
  });
  search.at = 0;
  return search.batch[0];
}
