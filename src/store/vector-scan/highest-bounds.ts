// The rows with the highest bounds. Every search does this over a whole tenant, so the heap is of plain numbers.

/** A place in the order of bounds. */
export type Place = Readonly<{ bound: number; row: number }>;

type Kept = { readonly bounds: Float32Array; readonly rows: Int32Array; count: number };

/** The next `size` rows after a place, highest bound first, equal bounds in order of row. */
export function highestBounds(bounds: Float32Array, size: number, after: Place): readonly number[] {
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
