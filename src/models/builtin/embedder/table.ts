// Reads the weight file: a header, one scale a row, then the rows as signed bytes.

export type Table = Readonly<{
  /** A multiple of four. */
  dims: number;
  /** Rows that are word pieces; those after them are whole words and pairs. */
  pieceCount: number;
  /** The scale of each row as a whole number up to `MAX_WEIGHT`. */
  weights: Int32Array;
  /** The signed bytes of the rows, four to a number, the first of them in its lowest bits. */
  cells: Int32Array;
  /** Room for one row in which a text is added up, from zero each time: to make it anew takes longer than to fill it. */
  room: Int32Array;
}>;

const HEADER_BYTES = 24;
const MAGIC = "SEMB";
const VERSION = 1;
// 512 rows * 127 * 8192 stays below 2^31, so a whole text is summed in 32-bit integers.
const MAX_WEIGHT = 8192;
const PER_NUMBER = Int32Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

export function parseTable(bytes: Uint8Array): Table {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.length < HEADER_BYTES || magic !== MAGIC) throw new Error("Not an embedder table.");
  const [version, pieceCount, extraCount, dims, flags] = header(view);
  if (version !== VERSION || flags !== 0 || dims % 4 !== 0) {
    throw new Error(
      `Embedder table not supported: version ${version}, flags ${flags}, ${dims} dims.`,
    );
  }
  const rowCount = pieceCount + extraCount;
  const cellsAt = HEADER_BYTES + rowCount * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== cellsAt + rowCount * dims)
    throw new Error("The embedder table is cut short.");
  const scales = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++)
    scales[row] = view.getFloat32(HEADER_BYTES + row * Float32Array.BYTES_PER_ELEMENT, true);
  const cells = packedCells(view, cellsAt);
  return { dims, pieceCount, weights: wholeWeights(scales), cells, room: new Int32Array(dims) };
}

function header(view: DataView): [number, number, number, number, number] {
  const field = (offset: number) => view.getUint32(offset, true);
  return [field(4), field(8), field(12), field(16), field(20)];
}

/** In place where the machine's own order of bytes and the place in memory allow it, as they nearly always do. */
function packedCells(view: DataView, from: number): Int32Array {
  const count = (view.byteLength - from) / PER_NUMBER;
  const start = view.byteOffset + from;
  if (IS_LITTLE_ENDIAN && start % PER_NUMBER === 0)
    return new Int32Array(view.buffer, start, count);
  return Int32Array.from({ length: count }, (_, at) => view.getInt32(from + at * PER_NUMBER, true));
}

function wholeWeights(scales: Float64Array): Int32Array {
  let largest = 0;
  for (const scale of scales) largest = Math.max(largest, scale);
  const weights = new Int32Array(scales.length);
  for (let row = 0; row < scales.length; row++)
    weights[row] = Math.round(((scales[row] ?? 0) / largest) * MAX_WEIGHT);
  return weights;
}
