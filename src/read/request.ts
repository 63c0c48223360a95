// What a caller asks of recall, and what recall needs from outside.

import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Kind } from "../model/kinds.ts";
import type { HandedOut, Memory, Timestamp } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder, WordVectors } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";
import type { Meaning } from "./meaning.ts";
import type { RecallPolicy } from "./policy.ts";
import type { Question } from "./question.ts";
import type { Rerank } from "./rerank.ts";

export type SearchInput = Readonly<{
  viewer: Viewer;
  query: string;
  /** Clamped to 1..24. */
  limit?: number;
  over?: "memories" | "messages" | "both";
  kinds?: readonly Kind[];
  filter?: MemoryFilter;
  /** Where the question is asked: what was said there counts a little more. To look nowhere else, filter by channel. */
  channel?: string;
  asOf?: Timestamp;
  validAt?: Timestamp;
  /** False: something weak rather than nothing. */
  strict?: boolean;
  /** The least score of a hit. */
  threshold?: number;
  explain?: boolean;
  /** Leaves meaning out of it. */
  wordsOnly?: boolean;
}>;

export type ReadDeps = Readonly<{
  store: Pick<Store, "memories" | "messages" | "search">;
  embedder: Embedder;
  /** Of the table that ships with the package, whatever the embedder is. */
  wordVectors: WordVectors;
  now: Clock;
  policy: RecallPolicy;
  /** Undefined when nobody reranks. */
  rerank: Rerank | undefined;
  /** Makes and stores the vectors of memories that have none, and returns those it could make. */
  backfill: (missing: readonly Memory[]) => Promise<ReadonlyMap<string, Float32Array>>;
  /** Told which memories were handed out. */
  used: (tenant: string, handed: readonly HandedOut[]) => void;
}>;

/** A request with everything that the stages need worked out once. */
export type Search = Readonly<{
  input: SearchInput;
  question: Question;
  /** Distinct stems of the question. */
  terms: readonly string[];
  meaning: Meaning | undefined;
  filter: MemoryFilter;
  look: Look;
}>;
