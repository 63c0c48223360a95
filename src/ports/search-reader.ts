// Finds what might answer a question: rows that share words with it, and rows near to it in meaning.

import type { Item } from "../model/change-set.ts";
import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Memory, MemoryLine } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { Relation } from "../model/relation.ts";
import type { Viewer } from "../model/viewer.ts";

export interface SearchReader {
  /** By shared words and, where the question has a meaning, by that too; and what those are linked to. In one look. */
  memoryCandidates(viewer: Viewer, query: LinkedQuery): Promise<LinkedCandidates>;
  messageCandidates(viewer: Viewer, query: WordQuery): Promise<Candidates<Message>>;
  /** Memories that share words with the question, the rarest words counting most. */
  memoryWords(viewer: Viewer, query: WordQuery): Promise<WordHits<Memory>>;
  messageWords(viewer: Viewer, query: WordQuery): Promise<WordHits<Message>>;
  /** Nearest in meaning, exact inside what the viewer may see. */
  memoryVectors(viewer: Viewer, query: VectorQuery): Promise<readonly VectorHit<MemoryLine>[]>;
  messageVectors(viewer: Viewer, query: VectorQuery): Promise<readonly VectorHit<Message>[]>;
  /** The turns just before and after the messages at some positions, each in its own channel. */
  messagesBeside(
    viewer: Viewer,
    query: {
      positions: readonly number[];
      filter: MemoryFilter;
      look: Look;
      meaning?: QueryMeaning;
    },
  ): Promise<BesideHits>;
  /** Vectors of the given items that exist under a model. */
  vectors(
    tenant: string,
    query: { item: Item; model: string; ids: readonly string[] },
  ): Promise<ReadonlyMap<string, Float32Array>>;
  /** Items that have no vector under a model, oldest first. */
  unembedded(query: {
    item: Item;
    model: string;
    limit: number;
    tenant?: string;
  }): Promise<readonly { tenant: string; id: string }[]>;
}

/** The question as a vector of one model. */
export type QueryMeaning = Readonly<{ model: string; vector: Float32Array }>;

export type WordQuery = Readonly<{
  terms: readonly string[];
  filter: MemoryFilter;
  look: Look;
  limit: number;
  /** What the items found are compared with as well. */
  meaning?: QueryMeaning;
}>;
/** `linkSeeds`: so many of the first by words, and of the first by meaning, are followed along their edges. */
export type LinkedQuery = WordQuery & Readonly<{ linkSeeds: number }>;
export type VectorQuery = Readonly<{
  model: string;
  vector: Float32Array;
  filter: MemoryFilter;
  look: Look;
  limit: number;
  /** Nothing further away than this is looked at. */
  minScore?: number;
}>;

export type WordHits<T> = Readonly<{
  items: readonly T[];
  /** In how many items of the tenant each word stands, and how many items there are. */
  frequency: ReadonlyMap<string, number>;
  total: number;
  /** By the id of each item that has a vector, when there is a meaning to compare with. */
  cosines: ReadonlyMap<string, number>;
}>;
export type VectorHit<T> = Readonly<{ item: T; score: number }>;
export type Candidates<T> = WordHits<T> & Readonly<{ near: readonly VectorHit<T>[] }>;
export type LinkedCandidates = Candidates<Memory> &
  Readonly<{
    /** The other end of every edge at the seeds, where it meets the filter; strongest first. */
    links: readonly Related[];
    /** By id, of the memories found that have one of the question's model but no cosine here. */
    vectors: ReadonlyMap<string, Float32Array>;
  }>;
export type Related = Readonly<{ to: string; relation: Relation; memory: Memory }>;
/** `message` stands on that side of the message `id`. */
export type BesideMessage = Readonly<{ id: string; side: "before" | "after"; message: Message }>;
export type BesideHits = Readonly<{
  pairs: readonly BesideMessage[];
  cosines: ReadonlyMap<string, number>;
}>;
