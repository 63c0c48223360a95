// What differs between the two databases, and nothing else.

import type { Item } from "../model/change-set.ts";
import type { Step, Value } from "./database.ts";

export type TextEntry = Readonly<{
  item: Item;
  tenant: string;
  id: string;
  /** Of what is new; in place of words that were taken out; or of what no search finds, which is only counted. */
  filing: "first" | "again" | "never";
  /** What was said, and what surrounds it. */
  text: string;
  context: string;
}>;

/** Rows that hold a word: newest first, at most the cap. */
export type Postings = Readonly<{
  field: "body" | "context";
  term: string;
  seqs: readonly number[];
}>;

export type PostingsQuery = Readonly<{
  item: Item;
  tenant: string;
  terms: readonly string[];
  cap: number;
}>;

export type VectorEntry = Readonly<{
  item: Item;
  tenant: string;
  id: string;
  model: string;
  vector: Float32Array;
}>;

export type NearestQuery = Readonly<{
  item: Item;
  tenant: string;
  model: string;
  vector: Float32Array;
  /** What is further away may be left out. */
  minScore?: number | undefined;
  /** Another object whenever anything may have changed since the last question. */
  standing: object;
}>;

/** A condition on a table with the values it binds. */
export type Condition = Readonly<{ sql: string; values: readonly Value[] }>;

/** A condition, and which of some rows, by their number, meet it. */
export type Meeting = Readonly<{
  condition: () => Condition;
  /** Few rows meet it, as far as can be told. */
  isNarrow: boolean;
  among: (seqs: readonly number[]) => Step<(seq: number) => boolean>;
  /** Whether so few rows meet it that all of them are found sooner than enough are met among the best. */
  areRare: (sofar: MetSoFar) => boolean;
}>;

/** How many of the best were asked about, how many of them met the condition, how many should, and of how many rows. */
export type MetSoFar = Readonly<{ asked: number; met: number; limit: number; total: number }>;

export type Near = Readonly<{ seq: number; score: number }>;

/** Best first, as many as are taken; fewer than asked for when no more are left. */
export type Ranked = Readonly<{ take: (count: number) => readonly Near[] }>;

export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** `column IN (the strings of one bound JSON array)`. */
  anyOf(column: string): string;
  /** The `seq` of each row of a select, as one JSON list named `seqs`. */
  seqsOf(select: string): string;
  /** So many rows are compared with a vector one by one faster than a whole tenant is ranked. */
  readonly few: number;
  /** The elements of one bound JSON array, each a `value`. */
  readonly elements: string;
  /** A column by which no row is looked up: the planner follows the order that is asked for instead. */
  unindexed(column: string): string;
  /** `column IN (the numbers of one bound JSON array)`. */
  anyNumberOf(column: string): string;
  /**
   * The rows `m` of a table whose number is in one bound JSON array, joined from the array's side: left to choose,
   * a planner reads the whole tenant instead.
   */
  readonly numbered: Readonly<Record<Item, string>>;
  /** The definition of the row number that replaces `@seq`. */
  readonly seqColumn: string;
  /** A text as its bytes compare, not as a language sorts: what begins alike then stands together. */
  bytewise(column: string): string;
  /**
   * What stands for a statement of a migration that each database has its own way with. `@indexes`: the tables that only
   * this one has. `@in-order`: what it takes to read history and messages in the order of their numbers in a tenant, and
   * marks by `bytewise`. `@words-by-tenant` and `@words-by-field`: what makes an index of words from before each word
   * belonged to a tenant, or to a field, into one where it does. `@words-at-once`: what keeps new words from waiting
   * beside the index of the database's own accord; `@more-words-at-once` lets somewhat more of them wait. `@waiting-words`: the tables in which they waited by ours, until
   * `@words-from-rows` put the mark in their place up to which the index goes.
   * `@smaller-indexes`: the indexes without what a read can do without.
   */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /**
   * What stands in `m.metadata` at a path: its type, and itself where it is a text or a number, otherwise null. Each binds
   * the path twice.
   */
  readonly metadata: Readonly<Record<"type" | "text" | "number", string>>;
  /** What to add to a `SELECT` that claims rows another worker must not take. */
  readonly skipLocked: string;
  /** The last that a transaction does to them: see `commit/words.ts`. */
  putText(entries: readonly TextEntry[]): Step<void>;
  /** How many entries went: none for what no search finds, or what is not in the index yet. */
  removeText(item: Item, tenant: string, id: string): Step<number>;
  /** The context of a word whose bodies reach the cap may be left out. */
  postings(query: PostingsQuery): Step<readonly Postings[]>;
  putVector(entry: VectorEntry): Step<void>;
  removeVectors(item: Item, tenant: string, id: string): Step<void>;
  /**
   * The rows nearest to a vector that meet the condition on their table, best first. Exact inside the tenant. Undefined
   * where they are rare.
   */
  nearest(query: NearestQuery, wanted: Meeting, limit: number): Step<readonly Near[] | undefined>;
  /** Those of these rows that have a vector, whatever condition they meet. */
  ranked(query: NearestQuery, seqs: readonly number[]): Step<Ranked>;
  /** The cosine of each of these rows that has a vector. */
  cosines(query: NearestQuery, seqs: readonly number[]): Step<ReadonlyMap<number, number>>;
  /** Outside any transaction: see `UpkeepStore.scrub`. */
  scrub(): Step<boolean>;
}
