// A small embedder of the tests' own: words to numbers, the same each time, with nothing to load.

import type { Embedder } from "../../src/ports/embedder.ts";
import type { Crossings } from "./crossings.ts";

const DIMS = 64;

export function stubEmbedder(inline: boolean, crossings?: Crossings): Embedder {
  const answer = async (texts: readonly string[]) => texts.map(vectorOf);
  return {
    model: { id: "words", dims: DIMS, revision: "1" },
    inline,
    embed: (texts) =>
      crossings === undefined
        ? answer(texts)
        : crossings.later("embedder reply", () => answer(texts)),
  };
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMS);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % DIMS] = (vector[hash % DIMS] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
