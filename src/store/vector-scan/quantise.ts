// Turns a question's vector into small whole numbers, and says how far that can be from the vector.

export type Quantised = Readonly<{
  /** What one level is worth. */
  scale: number;
  /** Length of the difference between the vector and its levels times the scale. */
  slack: number;
}>;

/** Length one, or the zero vector as it is. */
export function unitOf(vector: Float32Array): Float64Array {
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
export function quantise(vector: Float64Array, levels: Int16Array, highest: number): Quantised {
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
