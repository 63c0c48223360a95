// Exact nearest neighbours among the vectors of one tenant, kept in memory beside the database.
// A cache: it can be thrown away and filled again from the stored vectors at any time.

import { createExactRows, type ExactRows, exactRow, trimTo } from "./vector-scan/exact-rows.ts";
import { divide, lengthOf, quantise, unitOf } from "./vector-scan/quantise.ts";
import {
  type BoundedRows,
  type Neighbour,
  type Ranking,
  rankByBound,
} from "./vector-scan/ranking.ts";
import {
  plainMemory,
  ROW_TAIL_BYTES,
  type ScanMemory,
  vectorisedMemory,
} from "./vector-scan/scan-memory.ts";

/** Opaque to callers: change it with `put` and `remove` only. */
export type VectorTable = {
  readonly dims: number;
  /** The key of each row, and the row of each key. */
  readonly keys: number[];
  readonly rowOf: Map<number, number>;
  readonly exact: ExactRows;
  memory: ScanMemory;
  capacity: number;
  /** Rises with each change, so that a ranking made before it is noticed. */
  version: number;
};

const FIRST_CAPACITY = 64;
// Each WebAssembly memory reserves about 10 GB of addresses and a process gets some 13,000 of them; a small
// tenant scans as well without.
const MAX_PLAIN_ROWS = 512;
const HIGHEST_CELL = 127;
const HIGHEST_QUERY_LEVEL = 32_767;
const HIGHEST_SUM = 2 ** 31 - 1;
// More than 32-bit floats can lose on the way to a bound near 1.
const FLOAT_SLOP = 1e-5;
const NOTHING = { bounds: new Float32Array(), margin: 0 };

export function createVectorTable(dims: number): VectorTable {
  return {
    dims,
    keys: [],
    rowOf: new Map(),
    exact: createExactRows(dims),
    memory: plainMemory(),
    capacity: 0,
    version: 0,
  };
}

/** Inserts or replaces. Vectors may have any length; only their direction counts. */
export function put(table: VectorTable, key: number, vector: Float32Array): void {
  const length = lengthOf(checked(table, vector));
  const row = table.rowOf.get(key) ?? table.keys.length;
  if (row === table.capacity) grow(table);
  table.keys[row] = key;
  table.rowOf.set(key, row);
  table.version++;

  const exact = exactRow(table.exact, row);
  divide(vector, length, exact);
  const start = rowStart(table, row);
  const buffer = table.memory.buffer();
  const cells = new Int8Array(buffer, start, table.dims);
  const { scale, slack } = quantise(exact, cells, HIGHEST_CELL);
  const tail = new Float32Array(buffer, start + width(table), 2);
  tail[0] = scale;
  tail[1] = slack;
}

/** The last row takes the place of the removed one. */
export function remove(table: VectorTable, key: number): void {
  const row = table.rowOf.get(key);
  if (row === undefined) return;
  const last = table.keys.length - 1;
  const lastKey = table.keys[last] ?? key;
  const start = rowStart(table, last);
  const bytes = new Uint8Array(table.memory.buffer());
  bytes.copyWithin(rowStart(table, row), start, start + rowBytes(table));
  exactRow(table.exact, row).set(exactRow(table.exact, last));
  table.keys[row] = lastKey;
  table.rowOf.set(lastKey, row);
  table.rowOf.delete(key);
  table.keys.length = last;
  trimTo(table.exact, last);
  table.version++;
}

export function nearest(table: VectorTable, query: Float32Array, k: number): readonly Neighbour[] {
  return rank(table, query).take(k);
}

/**
 * Every key in descending cosine, as far as the caller cares to take them; no second scan.
 * Nothing is near the zero vector. Throws when the table changes before the caller is done.
 */
export function rank(table: VectorTable, query: Float32Array): Ranking {
  const unit = unitOf(checked(table, query));
  const { version } = table;
  return rankByBound({
    ...upperBounds(table, unit),
    neighbour: (row) => {
      if (table.version !== version) throw new Error("The vectors changed during a ranking.");
      return { key: table.keys[row] ?? 0, score: dot(unit, exactRow(table.exact, row)) };
    },
  });
}

/** Exact, of those keys that the table holds; nothing is near the zero vector. */
export function cosinesWith(
  table: VectorTable,
  query: Float32Array,
  keys: readonly number[],
): ReadonlyMap<number, number> {
  const unit = unitOf(checked(table, query));
  const cosines = new Map<number, number>();
  for (const key of keys) {
    const row = table.rowOf.get(key);
    if (row !== undefined) cosines.set(key, dot(unit, exactRow(table.exact, row)));
  }
  return cosines;
}

/** What the table holds in memory, near enough to decide what to keep. */
export function sizeInBytes(table: VectorTable): number {
  const bookkeeping = table.keys.length * 48;
  const exact = table.exact.blocks.reduce((sum, block) => sum + block.byteLength, 0);
  return table.memory.buffer().byteLength + exact + bookkeeping;
}

/** The cosine of the rounded vectors plus all that rounding can have taken away. */
function upperBounds(
  table: VectorTable,
  unit: Float64Array,
): Pick<BoundedRows, "bounds" | "margin"> {
  const count = table.keys.length;
  if (count === 0 || unit.every((value) => value === 0)) return NOTHING;
  const buffer = table.memory.buffer();
  const out = rowStart(table, table.capacity);
  const highest = Math.floor(HIGHEST_SUM / (HIGHEST_CELL * width(table)));
  const levels = new Int16Array(buffer, 0, width(table));
  const { scale, slack } = quantise(unit, levels, Math.min(HIGHEST_QUERY_LEVEL, highest));
  const rows = rowStart(table, 0);
  table.memory.scan({ query: 0, queryScale: scale, rows, width: width(table), count, out });
  // The query's own rounding acts twice: on the row, and on the row's slack (both at most 1 long).
  return { bounds: new Float32Array(buffer, out, count).slice(), margin: 2 * slack + FLOAT_SLOP };
}

function dot(left: Float64Array, right: Float32Array): number {
  let sum = 0;
  for (let dim = 0; dim < left.length; dim++) sum += (left[dim] ?? 0) * (right[dim] ?? 0);
  return sum;
}

function checked({ dims }: VectorTable, vector: Float32Array): Float32Array {
  if (vector.length === dims) return vector;
  throw new RangeError(`Expected a vector of ${dims} dims and got ${vector.length}.`);
}

function grow(table: VectorTable): void {
  const { memory } = table;
  table.capacity = Math.max(FIRST_CAPACITY, table.capacity * 2);
  if (!memory.isVectorised && table.capacity > MAX_PLAIN_ROWS) {
    table.memory = vectorisedMemory() ?? memory;
  }
  const boundsBytes = table.capacity * Float32Array.BYTES_PER_ELEMENT;
  table.memory.grow(rowStart(table, table.capacity) + boundsBytes);
  if (table.memory === memory) return;
  new Uint8Array(table.memory.buffer()).set(new Uint8Array(memory.buffer()));
}

/** The query lies before the first row, two bytes a cell. */
function rowStart(table: VectorTable, row: number): number {
  return width(table) * Int16Array.BYTES_PER_ELEMENT + row * rowBytes(table);
}

function rowBytes(table: VectorTable): number {
  return width(table) + ROW_TAIL_BYTES;
}

/** The scan takes 16 cells at a time; the cells beyond the dims stay zero. */
function width({ dims }: VectorTable): number {
  return Math.ceil(dims / 16) * 16;
}
