// Exact vector search in two passes over quantised rows held in memory.

import { type BoundedRows, type Ranking, rankByBound } from "./ranking.ts";
import { plainMemory, ROW_TAIL_BYTES, type ScanMemory, vectorisedMemory } from "./scan-memory.ts";

type Quantised = Readonly<{
  /** What one level is worth. */
  scale: number;
  /** Length of the difference between the vector and its levels times the scale. */
  slack: number;
}>;

/** Length one, or the zero vector as it is. */
function unitOf(vector: Float32Array): Float64Array {
  const length = lengthOf(vector) || 1;
  const unit = new Float64Array(vector.length);
  for (let dim = 0; dim < vector.length; dim++) unit[dim] = (vector[dim] ?? 0) / length;
  return unit;
}

function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) squares += (vector[dim] ?? 0) ** 2;
  if (!Number.isFinite(squares)) throw new RangeError("A vector holds a value that is no number.");
  return Math.sqrt(squares);
}

/** Writes a level of at most `highest` for each value to the front of `levels`. */
function quantise(vector: Float64Array, levels: Int16Array, highest: number): Quantised {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // As the scan reads it, so that the slack covers this rounding too.
  const scale = Math.fround(largest / highest);
  if (scale === 0) return { scale, slack: zeroed(vector, levels) };
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const value = vector[dim] ?? 0;
    const level = clamp(Math.floor(value / scale + 0.5), highest);
    levels[dim] = level;
    squares += (value - level * scale) ** 2;
  }
  return { scale, slack: Math.sqrt(squares) };
}

/** Levels of nothing: all of the vector is slack. */
function zeroed(vector: Float64Array, levels: Int16Array): number {
  levels.fill(0, 0, vector.length);
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) squares += (vector[dim] ?? 0) ** 2;
  return Math.sqrt(squares);
}

function clamp(level: number, highest: number): number {
  if (level > highest) return highest;
  return Math.max(level, -highest);
}

// The vectors themselves, as 32-bit floats. In blocks, so that growing neither copies nor doubles them.

type ExactRows = Readonly<{ dims: number; blocks: Float32Array[] }>;

const ROWS_PER_BLOCK = 128;

function createExactRows(dims: number): ExactRows {
  return { dims, blocks: [] };
}

/** The place of a row, made if need be, and of those after it in its block. Rows are made in order. */
function exactRows({ dims, blocks }: ExactRows, row: number, count = 1): Float32Array {
  const index = Math.floor(row / ROWS_PER_BLOCK);
  const block = blocks[index] ?? new Float32Array(ROWS_PER_BLOCK * dims);
  blocks[index] = block;
  const start = (row % ROWS_PER_BLOCK) * dims;
  return block.subarray(start, start + count * dims);
}

/** A whole block as it was handed in, which saves the memory and the time for another. */
function takeBlock({ blocks }: ExactRows, row: number, block: Float32Array): Float32Array {
  blocks[row / ROWS_PER_BLOCK] = block;
  return block;
}

/** The product of a row with a vector, without a view of the row: to make one took longer than the product. */
function productWith({ dims, blocks }: ExactRows, row: number, vector: Float64Array): number {
  const block = blocks[Math.floor(row / ROWS_PER_BLOCK)] ?? NO_ROWS;
  const start = (row % ROWS_PER_BLOCK) * dims;
  let sum = 0;
  for (let dim = 0; dim < dims; dim++) sum += (vector[dim] ?? 0) * (block[start + dim] ?? 0);
  return sum;
}

const NO_ROWS = new Float32Array();

/** Gives back the blocks that hold none of the first `count` rows. */
function trimTo({ blocks }: ExactRows, count: number): void {
  blocks.length = Math.min(blocks.length, Math.ceil(count / ROWS_PER_BLOCK));
}

// The row of each key. Keys mostly come in order and stay where they were put, so their rows are their places in that
// order; only those that are somewhere else are written down. A map of all of them took a tenth of the time to open a
// large store, and five times the memory.

type RowIndex = Readonly<{
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

// Rows that follow each other, so that a scan is called once for many of them.

type RowRun = Readonly<{ row: number; count: number }>;

/** Each row once, however often it comes. */
function runsOf(sorted: Int32Array): readonly RowRun[] {
  const runs: { row: number; count: number }[] = [];
  let next = -1;
  for (const row of sorted) {
    const last = runs.at(-1);
    if (row === next && last !== undefined) last.count++;
    else if (row >= next) runs.push({ row, count: 1 });
    next = row + 1;
  }
  return runs;
}

/** From a place in the runs, one behind the other, to its row. */
function rowsIn(runs: readonly RowRun[]): (at: number) => number {
  const [only, ...others] = runs;
  if (only !== undefined && others.length === 0) return (at) => only.row + at;
  const rows: number[] = [];
  for (const { row, count } of runs) for (let n = 0; n < count; n++) rows.push(row + n);
  return (at) => rows[at] ?? 0;
}

// Exact nearest neighbours among the vectors of one tenant, kept in memory beside the database.
// A cache: it can be thrown away and filled again from the stored vectors at any time.

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
