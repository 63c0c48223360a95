// Turns a vector into small whole numbers, and says how far that can be from the vector.

export type Quantised = Readonly<{
  /** What one level is worth. */
  scale: number;
  /** Length of the difference between the vector and its levels times the scale. */
  slack: number;
}>;

type Numbers = Readonly<{ length: number; [at: number]: number }>;

/** Length one, or the zero vector as it is. */
export function unitOf(vector: Float32Array): Float64Array {
  const unit = new Float64Array(vector.length);
  divide(vector, lengthOf(vector), unit);
  return unit;
}

export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) squares += (vector[dim] ?? 0) ** 2;
  if (!Number.isFinite(squares)) throw new RangeError("A vector holds a value that is no number.");
  return Math.sqrt(squares);
}

/** Writes a vector of that length to `unit` as one of length one, or the zero vector as it is. */
export function divide(
  vector: Float32Array,
  length: number,
  unit: Float32Array | Float64Array,
): void {
  const divisor = length === 0 ? 1 : length;
  for (let dim = 0; dim < vector.length; dim++) unit[dim] = (vector[dim] ?? 0) / divisor;
}

/** Writes a level of at most `highest` for each value to the front of `levels`. */
export function quantise(
  vector: Numbers,
  levels: Int8Array | Int16Array,
  highest: number,
): Quantised {
  const largest = largestOf(vector);
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

/** A comparison costs a fraction of `Math.max` here, and every vector of a tenant passes when it is first asked. */
function largestOf(vector: Numbers): number {
  let largest = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const size = Math.abs(vector[dim] ?? 0);
    if (size > largest) largest = size;
  }
  return largest;
}

/** Levels of nothing: all of the vector is slack. */
function zeroed(vector: Numbers, levels: Int8Array | Int16Array): number {
  levels.fill(0, 0, vector.length);
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) squares += (vector[dim] ?? 0) ** 2;
  return Math.sqrt(squares);
}

function clamp(level: number, highest: number): number {
  if (level > highest) return highest;
  return Math.max(level, -highest);
}
