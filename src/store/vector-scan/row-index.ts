// The row of each key. Keys mostly come in order and stay where they were put, so their rows are their places in that
// order; only those that are somewhere else are written down. A map of all of them took a tenth of the time to open a
// large store, and five times the memory.

export type RowIndex = Readonly<{
  /** Ascending. A key is in the row of its place here, unless it has moved. */
  ordered: number[];
  moved: Map<number, number>;
}>;

const GONE = -1;

export function createRowIndex(): RowIndex {
  return { ordered: [], moved: new Map() };
}

export function rowOf({ ordered, moved }: RowIndex, key: number): number | undefined {
  const row = moved.get(key) ?? placeOf(ordered, key);
  return row === GONE ? undefined : row;
}

export function setRow({ ordered, moved }: RowIndex, key: number, row: number): void {
  const last = ordered.at(-1);
  if (row === ordered.length && (last === undefined || key > last) && !moved.has(key))
    ordered.push(key);
  else moved.set(key, row);
}

export function forgetRow({ ordered, moved }: RowIndex, key: number): void {
  if (placeOf(ordered, key) === GONE) moved.delete(key);
  else moved.set(key, GONE);
}

function placeOf(ordered: readonly number[], key: number): number {
  const last = ordered.at(-1);
  if (last === undefined || key > last) return GONE;
  let from = 0;
  let to = ordered.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ordered[middle] ?? 0) < key) from = middle + 1;
    else to = middle;
  }
  return ordered[from] === key ? from : GONE;
}
