// What the engine asks of whoever puts found lines in a better order: a function of the program or a reranking model.

import type { Payer } from "./language.ts";
import type { Narration } from "./narrator.ts";

export type Reranking = Payer &
  Readonly<{
    /** Already screened. */
    query: string;
    /** In the order in which the engine would show them. */
    lines: readonly string[];
  }>;

export type RerankInput = Reranking &
  Readonly<{
    /** Fires when the answer is no longer waited for. */
    signal: AbortSignal;
  }>;

type Reranked = Narration<Readonly<{ relevance: readonly number[] }>>;

export interface Reranker {
  readonly name: string;
  /** One number a line, in order: the higher, the sooner the line is shown. */
  rerank(input: RerankInput): Promise<Reranked>;
}

/** A reranker whose every call ends in time, in an outcome that is known here. */
export type TimedReranker = Readonly<{
  name: string;
  rerank: (asked: Reranking) => Promise<Reranked>;
}>;
