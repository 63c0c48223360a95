// The bytes a scan reads and writes, the scan itself and the packing of rows: in WebAssembly with SIMD, or as plain loops.

/** Where things lie, in bytes. `kernel.wat` says what a row looks like. */
type ScanRequest = Readonly<{
  query: number;
  queryScale: number;
  rows: number;
  /** Cells of a row, a multiple of 16. */
  width: number;
  count: number;
  out: number;
}>;

type PackRequest = Readonly<{ vectors: number; rows: number; width: number; count: number }>;

export type ScanMemory = Readonly<{
  isVectorised: boolean;
  /** Another one after each growth. */
  buffer: () => ArrayBuffer;
  /** Makes room for at least so many bytes and keeps what is there; new bytes are zero. */
  grow: (bytes: number) => void;
  scan: (request: ScanRequest) => void;
  /**
   * Makes each vector one long in place, and a row of it. Gives back how many: fewer than there are when the next one
   * holds a value that is no number.
   */
  pack: (request: PackRequest) => number;
}>;

/** Bytes after a row's cells: scale, slack and padding up to the next 16. */
export const ROW_TAIL_BYTES = 16;

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

type Kernel = Readonly<{
  scan: (
    ...values: [
      query: number,
      rows: number,
      width: number,
      count: number,
      out: number,
      queryScale: number,
    ]
  ) => void;
  pack: (...values: [vectors: number, rows: number, width: number, count: number]) => number;
}>;

// Node's types leave WebAssembly to those of the browser; this is the part used here.
type Engine = Readonly<{
  validate: (bytes: Uint8Array) => boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => Readonly<{ exports: Kernel }>;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number };
}>;
declare const WebAssembly: Engine | undefined;

/** Undefined where the engine has no WebAssembly (as under `--jitless`) or no SIMD in it. */
export function vectorisedMemory(): ScanMemory | undefined {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(KERNEL_BYTES)) return undefined;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const module = new WebAssembly.Module(KERNEL_BYTES);
  const { scan, pack } = new WebAssembly.Instance(module, { host: { memory } }).exports;
  return {
    isVectorised: true,
    buffer: () => memory.buffer,
    grow: (bytes) => {
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
    },
    scan: ({ query, rows, width, count, out, queryScale }) =>
      scan(query, rows, width, count, out, queryScale),
    pack: ({ vectors, rows, width, count }) => pack(vectors, rows, width, count),
  };
}

export function plainMemory(): ScanMemory {
  let buffer = new ArrayBuffer(0);
  return {
    isVectorised: false,
    buffer: () => buffer,
    grow: (bytes) => {
      if (bytes <= buffer.byteLength) return;
      const larger = new ArrayBuffer(bytes);
      new Uint8Array(larger).set(new Uint8Array(buffer));
      buffer = larger;
    },
    scan: (request) => plainScan(buffer, request),
    pack: (request) => plainPack(buffer, request),
  };
}

/** Rounds where the kernel rounds, so that both give the same bytes. */
function plainScan(buffer: ArrayBuffer, request: ScanRequest): void {
  const { query, rows, width, count, out } = request;
  const { fround } = Math;
  const levels = new Int16Array(buffer, query, width);
  const cells = new Int8Array(buffer);
  const floats = new Float32Array(buffer);
  const queryScale = fround(request.queryScale);
  for (let row = 0; row < count; row++) {
    const start = rows + row * (width + ROW_TAIL_BYTES);
    let sum = 0;
    for (let dim = 0; dim < width; dim++) {
      sum = (sum + Math.imul(levels[dim] ?? 0, cells[start + dim] ?? 0)) | 0;
    }
    const tail = (start + width) / FLOAT_BYTES;
    const [scale = 0, slack = 0] = [floats[tail], floats[tail + 1]];
    const cosine = fround(scale * fround(queryScale * fround(sum)));
    floats[out / FLOAT_BYTES + row] = cosine + slack;
  }
}

function plainPack(buffer: ArrayBuffer, { vectors, rows, width, count }: PackRequest): number {
  for (let done = 0; done < count; done++) {
    const start = rows + done * (width + ROW_TAIL_BYTES);
    const isPacked = packRow({
      vector: new Float32Array(buffer, vectors + done * width * FLOAT_BYTES, width),
      cells: new Int8Array(buffer, start, width),
      tail: new Float32Array(buffer, start + width, 2),
    });
    if (!isPacked) return done;
  }
  return count;
}

// `kernel.wat` assembled, so that building the package needs no WebAssembly tool.

/**
 * Of the text the bytes were made from: a test fails when one changes without the other.
 * @internal
 */
export const KERNEL_SOURCE_SHA256 =
  "f4b9762748c4b6b745af149fd938c2384d78b2c9826ba0e2d1d9b598150caee4";

const ASSEMBLED = [
  "AGFzbQEAAAABEgJgBn9/f39/fQBgBH9/f38BfwIQAQRob3N0Bm1lbW9yeQIAAQMDAgABBw8CBHNjYW4AAARwYWNrAA",
  "EK1wcC3AECAn8DewJAIANFDQADQCAAIQcgASACaiEG/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAA",
  "AAAhCgNAIAH9AAQAIQggCSAI/YcBIAf9AAQA/boB/a4BIQkgCiAI/YgBIAf9AAQQ/boB/a4BIQogB0EgaiEHIAFBEG",
  "ohASABIAZJDQALIAkgCv2uASEJIAQgASoCBCABKgIAIAUgCf0bACAJ/RsBaiAJ/RsCIAn9GwNqarKUlJI4AgAgBEEE",
  "aiEEIAFBEGohASADQQFrIQMgAw0ACwsL9gUEBH8HewF8AX0CQANAIAQgA08NASAAIAJBAnRqIQX9DAAAAAAAAAAAAA",
  "AAAAAAAAAhCyAAIQYDQCAG/QAEACEIIAj9XyEJIAggCP0NCAkKCwwNDg8ICQoLDA0OD/1fIQogCyAJIAn98gH98AEh",
  "CyALIAogCv3yAf3wASELIAZBEGohBiAGIAVJDQALIAv9IQAgC/0hAaCfIQ8gD0QAAAAAAADwf2NFDQFEAAAAAAAA8D",
  "9EAAAAAAAA8D8gDyAPRAAAAAAAAAAAYRuj/RQhDf0MAAAAAAAAAAAAAAAAAAAAACEMIAAhBgNAIAb9AAQAIQggCP1f",
  "IQkgCCAI/Q0ICQoLDA0ODwgJCgsMDQ4P/V8hCiAJIA398gH9XiAKIA398gH9Xv0NAAECAwQFBgcQERITFBUWFyEIIA",
  "YgCP0LBAAgDCAI/eAB/ekBIQwgBkEQaiEGIAYgBUkNAAsgDP0fACAM/R8BlyAM/R8CIAz9HwOXl7tEAAAAAADAX0Cj",
  "tiEQIBC7/RQhDkQAAAAAAAAAAEQAAAAAAADwPyAQu6MgEEMAAAAAWxv9FCEN/QwAAAAAAAAAAAAAAAAAAAAAIQsgAC",
  "EGIAEhBwNAIAb9AAQAIQggCP1fIQkgCCAI/Q0ICQoLDA0ODwgJCgsMDQ4P/V8hCiAJIA398gH9DAAAAAAAAOA/AAAA",
  "AAAA4D/98AH9dSEMIAkgDCAO/fIB/fEBIQkgCyAJIAn98gH98AEhCyAM/fwBIQkgCiAN/fIB/QwAAAAAAADgPwAAAA",
  "AAAOA//fAB/XUhDCAKIAwgDv3yAf3xASEKIAsgCiAK/fIB/fABIQsgDP38ASEKIAkgCv0NAAECAwQFBgcQERITFBUW",
  "F/0MAAAAAAAAAAAAAAAAAAAAAP2FASEIIAcgCCAI/WX9WgIAACAHQQRqIQcgBkEQaiEGIAYgBUkNAAsgByAQOAIAIA",
  "cgC/0hACAL/SEBoJ+2OAIEIAdBEGohASAFIQAgBEEBaiEEDAALCyAECw==",
].join("");

const KERNEL_BYTES: Uint8Array = Buffer.from(ASSEMBLED, "base64");

// What `pack` in `kernel.wat` does, said plainly, for where there is no WebAssembly. Both give the same bytes: each sums
// the even places and the odd ones apart, and rounds where the other rounds.

const HIGHEST = 127;

/** Of one vector, and of the row it becomes. */
type Room = Readonly<{ vector: Float32Array; cells: Int8Array; tail: Float32Array }>;

/** Makes the vector one long in place and writes its row; false, and nothing done, when it holds what is no number. */
function packRow({ vector, cells, tail }: Room): boolean {
  const length = lengthOf(vector);
  if (!Number.isFinite(length)) return false;
  const scale = Math.fround(makeUnit(vector, length) / HIGHEST);
  tail[0] = scale;
  tail[1] = round(vector, cells, scale);
  return true;
}

function lengthOf(vector: Float32Array): number {
  let even = 0;
  let odd = 0;
  for (let dim = 0; dim < vector.length; dim += 2) {
    const one = vector[dim] ?? 0;
    const other = vector[dim + 1] ?? 0;
    even += one * one;
    odd += other * other;
  }
  return Math.sqrt(even + odd);
}

/** Gives back the largest value, whatever its sign. */
function makeUnit(vector: Float32Array, length: number): number {
  const factor = 1 / (length === 0 ? 1 : length);
  let largest = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const value = Math.fround((vector[dim] ?? 0) * factor);
    vector[dim] = value;
    largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}

/** Gives back the slack: how long the difference is between the vector and its cells times the scale. */
function round(vector: Float32Array, cells: Int8Array, scale: number): number {
  const factor = scale === 0 ? 0 : 1 / scale;
  let even = 0;
  let odd = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const value = vector[dim] ?? 0;
    const level = Math.floor(value * factor + 0.5);
    cells[dim] = level;
    const rest = value - level * scale;
    if (dim % 2 === 0) even += rest * rest;
    else odd += rest * rest;
  }
  return Math.sqrt(even + odd);
}
