// The bytes a scan reads and writes, the scan itself and the packing of rows: in WebAssembly with SIMD, or as plain loops.

import { KERNEL_BYTES } from "./kernel-bytes.ts";
import { packRow } from "./pack.ts";

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
