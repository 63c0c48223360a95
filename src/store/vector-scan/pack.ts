// What `pack` in `kernel.wat` does, said plainly, for where there is no WebAssembly. Both give the same bytes: each sums
// the even places and the odd ones apart, and rounds where the other rounds.

const HIGHEST = 127;

/** Of one vector, and of the row it becomes. */
type Room = Readonly<{ vector: Float32Array; cells: Int8Array; tail: Float32Array }>;

/** Makes the vector one long in place and writes its row; false, and nothing done, when it holds what is no number. */
export function packRow({ vector, cells, tail }: Room): boolean {
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
