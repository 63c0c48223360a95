// A proposal that waits for a person, in words.

import type { ReviewAct } from "../../model/review.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { paint } from "./paint.ts";
import { oneLine } from "./print.ts";

type Review = Awaited<ReturnType<MemoryEngine["review"]>>[number];

export function reviewLines(review: Review): readonly string[] {
  const about = review.user === undefined ? "" : `, about ${review.user}`;
  return [
    `${paint.dim(review.id)} ${reviewHead(review)}`,
    paint.dim(
      `     because ${oneLine(review.why)}${about}; lapses ${review.lapsesAt.slice(0, 10)}`,
    ),
  ];
}

export function reviewHead({ act }: Readonly<{ act: ReviewAct }>): string {
  switch (act.type) {
    case "store":
      return `${paint.cyan("store")} ${oneLine(act.proposal.text)}`;
    case "merge":
      return `${paint.cyan(`merge ${act.ids.length}`)} ${oneLine(act.text)}`;
    case "delete":
      return `${paint.cyan("delete")} ${act.id}`;
  }
}
