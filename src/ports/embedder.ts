// What the engine asks of an embedding model.

import type { Payer } from "./language.ts";

export interface Embedder {
  /** Stored with every vector; vectors of two models are never compared. */
  readonly model: Readonly<{ id: string; dims: number; revision: string }>;
  /** True when embedding is a pure computation in this process, so it may run before the commit and costs nothing. */
  readonly inline: boolean;
  /** One unit vector a text, in order. A text with nothing in it gives the zero vector. */
  embed(
    texts: readonly string[],
    kind: "document" | "query",
    payer: Payer,
  ): Promise<readonly Float32Array[]>;
}

/** One word of a text, as the table that ships with the package knows it. */
export type WordVector = Readonly<{
  /** Folded. */
  text: string;
  /** One long, or zero where the table does not know the word. */
  unit: Float32Array;
  /** How much it says: a rare word has a long row, "the" a short one. */
  weight: number;
}>;

/** The words of a text in order. A pure computation in this process, whatever model makes the vectors of the store. */
export type WordVectors = (text: string) => readonly WordVector[];
