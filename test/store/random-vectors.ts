// Vectors that are the same in each run.

/** Numbers in -1..1, the same in each run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

export function randomVector(dims: number, next: () => number): Float32Array {
  return Float32Array.from({ length: dims }, next);
}

/** Points around centres, so that many are almost equally near. */
export function clustered(count: number, dims: number, seed: number): Float32Array[] {
  const next = randomNumbers(seed);
  const centres = Array.from({ length: 20 }, () => randomVector(dims, next));
  return Array.from({ length: count }, (_, at) =>
    (centres[at % centres.length] ?? new Float32Array(dims)).map((value) => value + next() / 2),
  );
}
