// Whether a vector points anywhere. One that does not is near to nothing, and PostgreSQL would rank it first.

export function hasDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((value) => value !== 0);
}
