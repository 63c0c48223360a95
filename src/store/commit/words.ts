// The words of what a transaction writes, which wait until its other rows are in. FTS5 holds new words in memory and
// puts them into the index when the transaction ends, but also before any statement that could have to be undone by
// itself: among other rows, each item would become a piece of the index of its own, to be merged later.

import type { Step } from "../database.ts";
import type { Dialect, TextEntry } from "../dialect.ts";

export type WaitingWords = Readonly<{ dialect: Dialect; words: TextEntry[] }>;

/** At the end, and before anything takes words out: what waits may be what goes. */
export function* writeWords({ dialect, words }: WaitingWords): Step<void> {
  if (words.length > 0) yield* dialect.putText(words.splice(0));
}
