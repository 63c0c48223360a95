// Rows in descending exact score, found lazily from an upper bound of each score.
// Exact, not approximate: a row is handed out only when no bound left could beat it.

type Neighbour = Readonly<{ key: number; score: number }>;

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

// The rows with the highest bounds. Every search does this over a whole tenant, so the heap is of plain numbers.

/** A place in the order of bounds. */
type Place = Readonly<{ bound: number; row: number }>;

type Kept = { readonly bounds: Float32Array; readonly rows: Int32Array; count: number };

/** The next `size` rows after a place, highest bound first, equal bounds in order of row. */
function highestBounds(bounds: Float32Array, size: number, after: Place): readonly number[] {
  const kept: Kept = { bounds, rows: new Int32Array(Math.min(size, bounds.length)), count: 0 };
  let floor = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < bounds.length; row++) {
    const bound = bounds[row] ?? 0;
    if (bound <= floor || !isPast(after, bound, row)) continue;
    if (kept.count < kept.rows.length) raise(kept, row);
    else sink(kept, row);
    if (kept.count === kept.rows.length) floor = bounds[kept.rows[0] ?? 0] ?? 0;
  }
  return inOrder(kept);
}

/** Taken from the top one by one, the last first. */
function inOrder(kept: Kept): readonly number[] {
  const ordered = Array.from<number>({ length: kept.count });
  while (kept.count > 0) {
    const last = kept.rows[--kept.count] ?? 0;
    ordered[kept.count] = kept.rows[0] ?? 0;
    sink(kept, last);
  }
  return ordered;
}

function isPast(place: Place, bound: number, row: number): boolean {
  return bound < place.bound || (bound === place.bound && row > place.row);
}

/** Whether a row comes after another. */
function isLast(bounds: Float32Array, row: number, other: number): boolean {
  const difference = (bounds[row] ?? 0) - (bounds[other] ?? 0);
  return difference < 0 || (difference === 0 && row > other);
}

/** Adds a row; the one that comes last is always at the top. */
function raise(kept: Kept, row: number): void {
  const { bounds, rows } = kept;
  let at = kept.count++;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = rows[above] ?? 0;
    if (!isLast(bounds, row, parent)) break;
    rows[at] = parent;
    at = above;
  }
  rows[at] = row;
}

/** Puts a row in the place of the one at the top. */
function sink({ bounds, rows, count }: Kept, row: number): void {
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    const right = child + 1;
    if (right < count && isLast(bounds, rows[right] ?? 0, rows[child] ?? 0)) child = right;
    const below = rows[child] ?? 0;
    if (!isLast(bounds, below, row)) break;
    rows[at] = below;
    at = child;
  }
  rows[at] = row;
}

// A binary heap: the first of its items by a given order is always at hand.

type Heap<T> = Readonly<{ items: T[]; precedes: (one: T, other: T) => boolean }>;

export function createHeap<T>(precedes: Heap<T>["precedes"]): Heap<T> {
  return { items: [], precedes };
}

export function pushTo<T>({ items, precedes }: Heap<T>, item: T): void {
  let at = items.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = items[above];
    if (parent === undefined || !precedes(item, parent)) break;
    items[at] = parent;
    at = above;
  }
  items[at] = item;
}

export function popFrom<T>(heap: Heap<T>): T | undefined {
  const first = heap.items[0];
  const last = heap.items.pop();
  if (last !== undefined && heap.items.length > 0) replaceFirst(heap, last);
  return first;
}

function replaceFirst<T>({ items, precedes }: Heap<T>, item: T): void {
  let at = 0;
  for (;;) {
    const left = items[2 * at + 1];
    if (left === undefined) break;
    const right = items[2 * at + 2];
    const isRight = right !== undefined && precedes(right, left);
    const child = isRight ? right : left;
    if (!precedes(child, item)) break;
    items[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  items[at] = item;
}
