// Whether a vector points anywhere. One that does not is near to nothing, and PostgreSQL would rank it first.

export function hasDirection(vector: Float32Array): boolean {
  let length = 0;
  for (const value of vector) length += Math.abs(value);
  return length > 0 && length < Number.POSITIVE_INFINITY;
}
