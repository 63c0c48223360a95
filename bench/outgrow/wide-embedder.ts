// The built-in vectors with more dimensions: the vector again and again, each time turned another way, so that every
// similarity stays what it was and nothing can be compressed.

import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Embedder } from "../../src/ports/embedder.ts";

/** `dims` is a multiple of what the built-in ones have. */
export function wideEmbedder(dims: number): Embedder {
  const narrow = builtinEmbedder();
  return {
    model: { id: `wide-${dims}`, dims, revision: "1" },
    inline: true,
    embed: async (...given) =>
      (await narrow.embed(...given)).map((vector) => widened(vector, dims)),
  };
}

function widened(vector: Float32Array, dims: number): Float32Array {
  const half = vector.length / 2;
  const scale = Math.sqrt(vector.length / dims);
  const wide = new Float32Array(dims);
  for (let at = 0; at < dims; at += vector.length)
    for (let pair = 0; pair < half; pair++) {
      const [x, y] = [vector[pair] ?? 0, vector[pair + half] ?? 0];
      const angle = at * (pair + 1);
      wide[at + pair] = scale * (Math.cos(angle) * x - Math.sin(angle) * y);
      wide[at + pair + half] = scale * (Math.sin(angle) * x + Math.cos(angle) * y);
    }
  return wide;
}
