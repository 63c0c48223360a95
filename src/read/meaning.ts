// The question as a vector. Without one, recall goes on by words and says so.

import { modelKey } from "../model/embedding-text.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Payer } from "../ports/language.ts";

export type Meaning = Readonly<{ model: string; vector: Float32Array }>;

/** Undefined when the model is down, the budget of the day is spent, or nothing in the question is known to it. */
export async function meaningOf(
  text: string,
  payer: Payer,
  embedder: Embedder,
): Promise<Meaning | undefined> {
  const vector = await embedOne(text, payer, embedder);
  if (vector?.some((value) => value !== 0) !== true) return undefined;
  return { model: modelKey(embedder.model), vector };
}

async function embedOne(
  text: string,
  payer: Payer,
  embedder: Embedder,
): Promise<Float32Array | undefined> {
  try {
    return (await embedder.embed([text], "query", payer))[0];
  } catch {
    // Whatever an embedder of the host's own throws: no read fails for want of a vector.
    return undefined;
  }
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let at = 0; at < a.length; at++) {
    const value = a[at] ?? 0;
    const other = b[at] ?? 0;
    product += value * other;
    squareA += value * value;
    squareB += other * other;
  }
  return squareA === 0 || squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
}
