// Who says whether two lines are one fact. The built-in judge reads the words; a language model can take its place.

import { compare, type MergeBands } from "../model/compare.ts";
import type { Narration } from "../ports/narrator.ts";

export type JudgedPair = Readonly<{ older: string; newer: string }>;

/** `newer_says_more`: the same fact, and only the newer line has all of it. */
export type PairVerdict = "same" | "newer_says_more" | "apart";

export type Judging = Readonly<{ pairs: readonly JudgedPair[]; tenant: string; user: string }>;

export interface Judge {
  readonly name: string;
  /** One verdict a pair, in order. A judge that failed says so; it never says `apart` for want of an answer. */
  judge(judging: Judging): Promise<Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>>;
}

export function builtinJudge(bands: MergeBands): Judge {
  return {
    name: "builtin",
    judge: async ({ pairs }) => ({
      type: "ok",
      verdicts: pairs.map((pair) => verdictOn(pair, bands)),
    }),
  };
}

function verdictOn({ older, newer }: JudgedPair, bands: MergeBands): PairVerdict {
  switch (compare({ text: older }, { text: newer }, bands).relation) {
    case "same_key":
    case "same":
      return "same";
    case "close":
      return "newer_says_more";
    case "contradiction":
    case "between":
    case "far":
      return "apart";
  }
}
