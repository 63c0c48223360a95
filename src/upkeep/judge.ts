// Who says whether two lines are one fact: the built-in judge, which reads the words, or a language model, which no
// more than it may merge lines whose names, numbers or dates differ.

import type { MergeBands } from "../language/compare/compare.ts";
import { differs, relate } from "../language/relate.ts";
import type { Judge, JudgedPair, PairVerdict } from "../ports/language.ts";

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
        differs(older, newer) ? "apart" : (judged.verdicts[index] ?? "apart"),
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
  switch (relate({ text: older }, { text: newer }, bands).relation) {
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
