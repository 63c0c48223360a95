// What a review is about, in words.

import type { Review } from "./review-page.tsx";

const ACTS = { store: "Remember", merge: "Merge", delete: "Delete" } as const;

export function actWord({ act }: Review): string {
  return ACTS[act.type];
}

export function textOf({ act }: Review): string {
  switch (act.type) {
    case "store":
      return act.proposal.text;
    case "merge":
      return act.text;
    case "delete":
      return act.id;
  }
}

/** The engine's reasons are short and exact; these are the ones people meet most. */
const WHY: readonly (readonly [start: string, word: string])[] = [
  ["consent:", "needs the person’s consent"],
  ["guard:", "speaks to the model rather than to people"],
  ["source: outside", "comes from outside, not from a person"],
];

export function whyWord(why: string): string {
  return WHY.find(([start]) => why.startsWith(start))?.[1] ?? why;
}
