// Rows in descending exact score, found lazily from an upper bound of each score.
// Exact, not approximate: a row is handed out only when no bound left could beat it.

import { createHeap, popFrom, pushTo, replaceFirst } from "./heap.ts";

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

/** A place in the order of bounds. */
type Place = Readonly<{ bound: number; row: number }>;

const START: Place = { bound: Number.POSITIVE_INFINITY, row: -1 };
const FIRST_BATCH = 256;
const BATCH_GROWTH = 4;

export function rankByBound(rows: BoundedRows): Ranking {
  const scored = createHeap<Neighbour>(isNearer);
  const search: Search = { rows, scored, batch: [], at: 0, batchSize: FIRST_BATCH };
  search.batch = highestBounds(rows.bounds, search.batchSize, START);
  return { take: (count) => takeNext(search, count) };
}

function isNearer(one: Neighbour, other: Neighbour): boolean {
  return one.score > other.score || (one.score === other.score && one.key < other.key);
}

function takeNext(search: Search, count: number): readonly Neighbour[] {
  const { rows, scored } = search;
  const taken: Neighbour[] = [];
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

/** The next `size` rows after a place, highest bound first, equal bounds in order of row. */
function highestBounds(bounds: Float32Array, size: number, after: Place): number[] {
  const isLater = laterIn(bounds);
  const kept = createHeap(isLater);
  let floor = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < bounds.length; row++) {
    const bound = bounds[row] ?? 0;
    if (bound <= floor || !isPast(after, bound, row)) continue;
    if (kept.items.length < size) pushTo(kept, row);
    else replaceFirst(kept, row);
    if (kept.items.length === size) floor = bounds[kept.items[0] ?? 0] ?? 0;
  }
  return kept.items.sort((one, other) => (isLater(one, other) ? 1 : -1));
}

function isPast(place: Place, bound: number, row: number): boolean {
  return bound < place.bound || (bound === place.bound && row > place.row);
}

function laterIn(bounds: Float32Array): (one: number, other: number) => boolean {
  return (one, other) => {
    const difference = (bounds[one] ?? 0) - (bounds[other] ?? 0);
    return difference < 0 || (difference === 0 && one > other);
  };
}
