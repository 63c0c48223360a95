// What the engine asks of an embedding model.

import type { Payer } from "./meter.ts";

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
