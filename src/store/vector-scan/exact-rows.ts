// The vectors themselves, as 32-bit floats. In blocks, so that growing neither copies nor doubles them.

export type ExactRows = Readonly<{ dims: number; blocks: Float32Array[] }>;

export const ROWS_PER_BLOCK = 128;

export function createExactRows(dims: number): ExactRows {
  return { dims, blocks: [] };
}

/** The place of a row, made if need be, and of those after it in its block. Rows are made in order. */
export function exactRows({ dims, blocks }: ExactRows, row: number, count = 1): Float32Array {
  const index = Math.floor(row / ROWS_PER_BLOCK);
  const block = blocks[index] ?? new Float32Array(ROWS_PER_BLOCK * dims);
  blocks[index] = block;
  const start = (row % ROWS_PER_BLOCK) * dims;
  return block.subarray(start, start + count * dims);
}

/** A whole block as it was handed in, which saves the memory and the time for another. */
export function takeBlock({ blocks }: ExactRows, row: number, block: Float32Array): Float32Array {
  blocks[row / ROWS_PER_BLOCK] = block;
  return block;
}

/** The product of a row with a vector, without a view of the row: to make one took longer than the product. */
export function productWith(
  { dims, blocks }: ExactRows,
  row: number,
  vector: Float64Array,
): number {
  const block = blocks[Math.floor(row / ROWS_PER_BLOCK)] ?? NO_ROWS;
  const start = (row % ROWS_PER_BLOCK) * dims;
  let sum = 0;
  for (let dim = 0; dim < dims; dim++) sum += (vector[dim] ?? 0) * (block[start + dim] ?? 0);
  return sum;
}

const NO_ROWS = new Float32Array();

/** Gives back the blocks that hold none of the first `count` rows. */
export function trimTo({ blocks }: ExactRows, count: number): void {
  blocks.length = Math.min(blocks.length, Math.ceil(count / ROWS_PER_BLOCK));
}
