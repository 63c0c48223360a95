// Refuses vectors that would make every later comparison wrong (R-PROV-6), and brings the rest to length one.

import { MemoryError } from "../../errors.ts";

export type Expected = Readonly<{ count: number; dims: number; model: string }>;

/** All or none: one vector too few and nobody can tell whose is missing. */
export function checkVectors(
  vectors: readonly (readonly number[])[],
  expected: Expected,
): Float32Array[] {
  const { count, dims, model } = expected;
  if (vectors.length !== count) {
    throw unusable(`${model} gave ${vectors.length} vectors for ${count} texts`, expected);
  }
  const other = vectors.find((vector) => vector.length !== dims);
  if (other) {
    const message = `${model} gives vectors of ${other.length} dimensions; ${dims} are stored`;
    throw new MemoryError("model_mismatch", message, { details: { model, dims } });
  }
  return vectors.map((vector) => unit(vector, expected));
}

function unit(vector: readonly number[], expected: Expected): Float32Array {
  const norm = Math.hypot(...vector);
  if (!Number.isFinite(norm) || norm === 0) {
    throw unusable(`${expected.model} gave a vector that points nowhere`, expected);
  }
  return Float32Array.from(vector, (value) => value / norm);
}

function unusable(message: string, { model }: Expected): MemoryError {
  return new MemoryError("provider_unavailable", message, {
    details: { model, reason: "bad_output" },
  });
}
