// What the engine asks of whoever says whether two lines are one fact: the words of the lines, or a language model.

import type { Narration } from "./narrator.ts";

export type JudgedPair = Readonly<{ older: string; newer: string }>;

/** `newer_says_more`: the same fact, and only the newer line has all of it. */
export type PairVerdict = "same" | "newer_says_more" | "apart";

export type Judging = Readonly<{ pairs: readonly JudgedPair[]; tenant: string; user: string }>;

export interface Judge {
  readonly name: string;
  /** One verdict a pair, in order. A judge that failed says so; it never says `apart` for want of an answer. */
  judge(judging: Judging): Promise<Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>>;
}
