// Who says whether two lines are one fact: the built-in judge, which reads the words, or a language model, which no
// more than it may merge lines whose names, numbers or dates differ.

import { compare, differsInDetail, type MergeBands } from "../model/compare.ts";
import { comparable } from "../model/quote.ts";
import type { Judge, JudgedPair, PairVerdict } from "../ports/judge.ts";

export function builtinJudge(bands: MergeBands): Judge {
  return {
    name: "builtin",
    judge: async ({ pairs }) => ({
      type: "ok",
      verdicts: pairs.map((pair) => verdictOn(pair, bands)),
    }),
  };
}

/** A model proposes; what the words deny stays apart whatever it says. */
export function modelJudge(model: Judge): Judge {
  return {
    name: model.name,
    judge: async (judging) => {
      const judged = await model.judge(judging);
      if (judged.type !== "ok") return judged;
      const verdicts = judging.pairs.map(({ older, newer }, index) =>
        differsInDetail(...comparable(older, newer))
          ? "apart"
          : (judged.verdicts[index] ?? "apart"),
      );
      return { type: "ok", verdicts };
    },
  };
}

/** Lets the built-in judge stand in for a model that failed; only where the operator chose it. */
export function judgeWithStandIn(model: Judge, builtIn: Judge): Judge {
  return {
    name: model.name,
    judge: async (judging) => {
      const judged = await model.judge(judging);
      return judged.type === "ok" ? judged : builtIn.judge(judging);
    },
  };
}

function verdictOn({ older, newer }: JudgedPair, bands: MergeBands): PairVerdict {
  const [before, after] = comparable(older, newer);
  switch (compare({ text: before }, { text: after }, bands).relation) {
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
