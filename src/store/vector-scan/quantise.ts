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
  const unit = new Float64Array(vector);
  let squares = 0;
  for (let dim = 0; dim < unit.length; dim++) squares += (unit[dim] ?? 0) ** 2;
  if (!Number.isFinite(squares)) throw new RangeError("A vector holds a value that is no number.");
  const length = Math.sqrt(squares);
  if (length === 0) return unit;
  for (let dim = 0; dim < unit.length; dim++) unit[dim] = (unit[dim] ?? 0) / length;
  return unit;
}

/** Writes a level of at most `highest` for each value to the front of `levels`. */
export function quantise(
  vector: Numbers,
  levels: Int8Array | Int16Array,
  highest: number,
): Quantised {
  let largest = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    largest = Math.max(largest, Math.abs(vector[dim] ?? 0));
  }
  // As the scan reads it, so that the slack covers this rounding too.
  const scale = Math.fround(largest / highest);
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const value = vector[dim] ?? 0;
    const level = scale > 0 ? clamp(Math.round(value / scale), highest) : 0;
    levels[dim] = level;
    squares += (value - level * scale) ** 2;
  }
  return { scale, slack: Math.sqrt(squares) };
}

function clamp(level: number, highest: number): number {
  return Math.max(-highest, Math.min(highest, level));
}
