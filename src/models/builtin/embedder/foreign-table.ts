// Reads the weight file for other languages: fingerprints in order, one weight a row, then the rows in half bytes.

export type ForeignTable = Readonly<{
  dims: number;
  /** Ascending. */
  prints: Uint32Array;
  /** In the units of the English table once times `step`. */
  weights: Uint16Array;
  step: number;
  /** Two signed half bytes each, the first in the lower bits. */
  cells: Uint8Array;
}>;

const HEADER_BYTES = 24;
const MAGIC = "SEMM";
const VERSION = 1;
const HALF_BYTES = 4;
const ABSENT = -1;

export function parseForeignTable(bytes: Uint8Array): ForeignTable {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.length < HEADER_BYTES || magic !== MAGIC)
    throw new Error("Not an embedder table for other languages.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [version, count, dims, bits] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const step = view.getFloat32(20, true);
  if (version !== VERSION || bits !== HALF_BYTES || !dims || dims % 2 !== 0 || count === undefined)
    throw new Error(`Embedder table for other languages not supported: version ${version}.`);
  const weightsAt = HEADER_BYTES + count * Uint32Array.BYTES_PER_ELEMENT;
  const cellsAt = weightsAt + count * Uint16Array.BYTES_PER_ELEMENT;
  if (bytes.length !== cellsAt + (count * dims) / 2)
    throw new Error("The embedder table for other languages is cut short.");
  const prints = new Uint32Array(count);
  const weights = new Uint16Array(count);
  for (let row = 0; row < count; row++) {
    prints[row] = view.getUint32(HEADER_BYTES + row * Uint32Array.BYTES_PER_ELEMENT, true);
    weights[row] = view.getUint16(weightsAt + row * Uint16Array.BYTES_PER_ELEMENT, true);
  }
  return { dims, prints, weights, step, cells: bytes.subarray(cellsAt) };
}

/** The row of a fingerprint, or -1. */
export function rowAt(print: number, { prints }: ForeignTable): number {
  let low = 0;
  let high = prints.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = prints[middle] ?? 0;
    if (found === print) return middle;
    if (found < print) low = middle + 1;
    else high = middle - 1;
  }
  return ABSENT;
}

export function addForeignRow(sum: Float64Array, row: number, table: ForeignTable): void {
  const { cells, dims, step } = table;
  const weight = (table.weights[row] ?? 0) * step;
  let at = (row * dims) / 2;
  for (let dim = 0; dim < dims; dim += 2) {
    const pair = cells[at++] ?? 0;
    sum[dim] = (sum[dim] ?? 0) + weight * ((pair << 28) >> 28);
    sum[dim + 1] = (sum[dim + 1] ?? 0) + weight * ((pair << 24) >> 28);
  }
}
