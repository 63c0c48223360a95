// Exact nearest neighbours among the vectors of one tenant, kept in memory beside the database.
// A cache: it can be thrown away and filled again from the stored vectors at any time.

import {
  createExactRows,
  type ExactRows,
  exactRows,
  productWith,
  ROWS_PER_BLOCK,
  takeBlock,
  trimTo,
} from "./vector-scan/exact-rows.ts";
import { quantise, unitOf } from "./vector-scan/quantise.ts";
import {
  type BoundedRows,
  type Neighbour,
  type Ranking,
  rankByBound,
} from "./vector-scan/ranking.ts";
import {
  createRowIndex,
  forgetRow,
  type RowIndex,
  rowOf,
  setRow,
} from "./vector-scan/row-index.ts";
import { type RowRun, rowsIn, runsOf } from "./vector-scan/row-runs.ts";
import {
  plainMemory,
  ROW_TAIL_BYTES,
  type ScanMemory,
  vectorisedMemory,
} from "./vector-scan/scan-memory.ts";

/** Opaque to callers: change it with `put`, `putAll` and `remove` only. */
export type VectorTable = {
  readonly dims: number;
  /** The key of each row, and the row of each key. */
  readonly keys: number[];
  readonly index: RowIndex;
  readonly exact: ExactRows;
  memory: ScanMemory;
  capacity: number;
  /** Rises with each change, so that a ranking made before it is noticed. */
  version: number;
};

const FIRST_CAPACITY = 64;
/** So many at once fill whole blocks. */
export const ROWS_AT_ONCE = 16 * ROWS_PER_BLOCK;
// Each WebAssembly memory reserves about 10 GB of addresses and a process gets some 13,000 of them; a small
// tenant scans as well without.
const MAX_PLAIN_ROWS = 512;
const HIGHEST_CELL = 127;
const HIGHEST_QUERY_LEVEL = 32_767;
const HIGHEST_SUM = 2 ** 31 - 1;
// More than 32-bit floats can lose on the way to a bound near 1.
const FLOAT_SLOP = 1e-5;
/** A call of the scan takes as long as it takes to multiply so many rows. */
const SHORT_RUN = 4;
const NOTHING = { bounds: new Float32Array(), margin: 0 };

export function createVectorTable(dims: number): VectorTable {
  return {
    dims,
    keys: [],
    index: createRowIndex(),
    exact: createExactRows(dims),
    memory: plainMemory(),
    capacity: 0,
    version: 0,
  };
}

/** Inserts or replaces. Vectors may have any length; only their direction counts. */
export function put(table: VectorTable, key: number, vector: Float32Array): void {
  putAll(table, [key], checked(table, vector));
}

/**
 * The same for many, whose vectors stand one after the other: a fraction of the work. They are the table's from then
 * on, as whole blocks of them are kept and not copied.
 */
export function putAll(table: VectorTable, keys: readonly number[], vectors: Float32Array): void {
  if (vectors.length !== keys.length * table.dims)
    throw new RangeError(`Expected ${keys.length} vectors of ${table.dims} dims.`);
  for (let from = 0; from < keys.length; ) {
    const run = takeRows(table, keys, from);
    packRun(table, run, vectors.subarray(from * table.dims, (from + run.count) * table.dims));
    from += run.count;
  }
}

type Run = Readonly<{ row: number; count: number; isNew: boolean }>;

/** A key that is known keeps its row; new ones follow each other to the end of a block. */
function takeRows(table: VectorTable, keys: readonly number[], from: number): Run {
  const known = rowOf(table.index, keys[from] ?? 0);
  if (known !== undefined) return { row: known, count: 1, isNew: false };
  const row = table.keys.length;
  if (row === table.capacity) grow(table);
  const blockEnd = row - (row % ROWS_PER_BLOCK) + ROWS_PER_BLOCK;
  const room = Math.min(table.capacity, blockEnd) - row;
  for (const key of keys.slice(from, from + room)) {
    if (rowOf(table.index, key) !== undefined) break;
    setRow(table.index, key, table.keys.length);
    table.keys.push(key);
  }
  return { row, count: table.keys.length - row, isNew: true };
}

/** A vector that cannot be packed takes the new rows of its run back with it. */
function packRun(table: VectorTable, { row, count, isNew }: Run, vectors: Float32Array): void {
  const { dims, memory } = table;
  const cells = width(table);
  const at = stagedAt(table);
  const staged = new Float32Array(memory.buffer(), at, count * cells);
  copyVectors({ vectors, width: dims }, { vectors: staged, width: cells });
  const done = memory.pack({ vectors: at, rows: rowStart(table, row), width: cells, count });
  if (done < count) {
    if (isNew) for (const key of table.keys.splice(row)) forgetRow(table.index, key);
    throw new RangeError("A vector holds a value that is no number.");
  }
  const isBlock = isNew && count === ROWS_PER_BLOCK;
  const exact = isBlock ? takeBlock(table.exact, row, vectors) : exactRows(table.exact, row, count);
  copyVectors({ vectors: staged, width: cells }, { vectors: exact, width: dims });
  table.version++;
}

type Spaced = Readonly<{ vectors: Float32Array; width: number }>;

/** What the target is wider stays zero. */
function copyVectors(source: Spaced, target: Spaced): void {
  if (source.width === target.width) {
    target.vectors.set(source.vectors);
    return;
  }
  const dims = Math.min(source.width, target.width);
  target.vectors.fill(0);
  for (let row = 0; row * target.width < target.vectors.length; row++) {
    const start = row * source.width;
    target.vectors.set(source.vectors.subarray(start, start + dims), row * target.width);
  }
}

/** The last row takes the place of the removed one. */
export function remove(table: VectorTable, key: number): void {
  const row = rowOf(table.index, key);
  if (row === undefined) return;
  const last = table.keys.length - 1;
  const lastKey = table.keys[last] ?? key;
  const start = rowStart(table, last);
  const bytes = new Uint8Array(table.memory.buffer());
  bytes.copyWithin(rowStart(table, row), start, start + rowBytes(table));
  exactRows(table.exact, row).set(exactRows(table.exact, last));
  table.keys[row] = lastKey;
  setRow(table.index, lastKey, row);
  forgetRow(table.index, key);
  table.keys.length = last;
  trimTo(table.exact, last);
  table.version++;
}

export function rowsOf({ keys }: VectorTable): number {
  return keys.length;
}

export function nearest(table: VectorTable, query: Float32Array, k: number): readonly Neighbour[] {
  return rank(table, query).take(k);
}

/**
 * Every key in descending cosine, as far as the caller cares to take them; no second scan.
 * Nothing is near the zero vector. Throws when the table changes before the caller is done.
 */
export function rank(table: VectorTable, query: Float32Array): Ranking {
  const count = table.keys.length;
  return rankRuns(table, query, count === 0 ? [] : [{ row: 0, count }]);
}

/** The same of those keys that the table holds. */
export function rankAmong(
  table: VectorTable,
  query: Float32Array,
  keys: readonly number[],
): Ranking {
  const rows = new Int32Array(keys.length);
  let held = 0;
  for (const key of keys) {
    const row = rowOf(table.index, key);
    if (row !== undefined) rows[held++] = row;
  }
  return rankRuns(table, query, runsOf(rows.subarray(0, held).sort()));
}

function rankRuns(table: VectorTable, query: Float32Array, runs: readonly RowRun[]): Ranking {
  const unit = unitOf(checked(table, query));
  const { version } = table;
  const rowAt = rowsIn(runs);
  return rankByBound({
    ...upperBounds(table, unit, runs),
    neighbour: (at) => {
      if (table.version !== version) throw new Error("The vectors changed during a ranking.");
      const row = rowAt(at);
      return { key: table.keys[row] ?? 0, score: productWith(table.exact, row, unit) };
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
    const row = rowOf(table.index, key);
    if (row !== undefined) cosines.set(key, productWith(table.exact, row, unit));
  }
  return cosines;
}

/** What the table holds in memory, near enough to decide what to keep. */
export function sizeInBytes(table: VectorTable): number {
  const bookkeeping = table.keys.length * 16 + table.index.moved.size * 48;
  const exact = table.exact.blocks.reduce((sum, block) => sum + block.byteLength, 0);
  return table.memory.buffer().byteLength + exact + bookkeeping;
}

/** The cosine of the rounded vectors plus all that rounding can have taken away. */
function upperBounds(
  table: VectorTable,
  unit: Float64Array,
  runs: readonly RowRun[],
): Pick<BoundedRows, "bounds" | "margin"> {
  if (runs.length === 0 || unit.every((value) => value === 0)) return NOTHING;
  const buffer = table.memory.buffer();
  const highest = Math.floor(HIGHEST_SUM / (HIGHEST_CELL * width(table)));
  const levels = new Int16Array(buffer, 0, width(table));
  const { scale, slack } = quantise(unit, levels, Math.min(HIGHEST_QUERY_LEVEL, highest));
  const asked = { query: 0, queryScale: scale, width: width(table) };
  const out = stagedAt(table);
  const bounds = new Float32Array(
    buffer,
    out,
    runs.reduce((sum, { count }) => sum + count, 0),
  );
  let at = 0;
  for (const { row, count } of runs) {
    if (count < SHORT_RUN)
      for (let n = 0; n < count; n++) bounds[at + n] = productWith(table.exact, row + n, unit);
    else {
      const from = out + at * Float32Array.BYTES_PER_ELEMENT;
      table.memory.scan({ ...asked, rows: rowStart(table, row), count, out: from });
    }
    at += count;
  }
  // The query's own rounding acts twice: on the row, and on the row's slack (both at most 1 long).
  return { bounds: bounds.slice(), margin: 2 * slack + FLOAT_SLOP };
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
  const staged = Math.min(table.capacity, ROWS_PER_BLOCK) * width(table);
  const floats = Math.max(table.capacity, staged);
  table.memory.grow(stagedAt(table) + floats * Float32Array.BYTES_PER_ELEMENT);
  if (table.memory === memory) return;
  new Uint8Array(table.memory.buffer()).set(new Uint8Array(memory.buffer()));
}

/** The query lies before the first row, two bytes a cell. */
function rowStart(table: VectorTable, row: number): number {
  return width(table) * Int16Array.BYTES_PER_ELEMENT + row * rowBytes(table);
}

/** Behind the rows: vectors on their way to become rows, and the bounds of a scan, which are never there together. */
function stagedAt(table: VectorTable): number {
  return rowStart(table, table.capacity);
}

function rowBytes(table: VectorTable): number {
  return width(table) + ROW_TAIL_BYTES;
}

/** The scan takes 16 cells at a time; the cells beyond the dims stay zero. */
function width({ dims }: VectorTable): number {
  return Math.ceil(dims / 16) * 16;
}
