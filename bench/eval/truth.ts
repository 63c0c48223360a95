// Whether the built-in extractor keeps what it must, says nothing false, and leaves chatter, in fifteen languages.
// The shape of the data, for other sets of it: bench/eval/truth/README.md. `--show` prints every item.

import { join } from "node:path";
import { beginSetting } from "../run/setting.ts";
import type { Evaluation } from "./evaluation.ts";
import { hearItems } from "./truth/hear-items.ts";
import { judge } from "./truth/judge.ts";
import { figuresOf, shownOf, textOf } from "./truth/report.ts";
import { readTruthSet } from "./truth/truth-set.ts";

/** Its own set, read where no other is given. */
export const ownData = join(import.meta.dirname, "truth");

export const evaluate: Evaluation = async ({ data, show }) => {
  const ended = beginSetting("npm run eval -- truth", () => new Date());
  const items = readTruthSet(data);
  const heard = await hearItems(items);
  const judged = items.flatMap((item, i) => {
    const one = heard[i];
    return one === undefined ? [] : [{ item, heard: one, verdict: judge(item, one) }];
  });
  const figures = figuresOf(judged);
  const setting = ended();
  const shown = show === true ? [shownOf(judged)] : [];
  const text = [...shown, textOf(figures, setting, data)].join("\n\n");
  return { figures: { ...figures, setting, data }, text };
};
