// Of lines that say the same, one stays; of two facts of which one replaced the other, the newer stands first.

import { memoize } from "../model/memoize.ts";
import { textKey } from "../model/text.ts";
import { type Candidate, spokenSources } from "./candidate.ts";
import type { Gated } from "./gate.ts";

/** A line, and what said the same less well. */
export type Told = Gated & Readonly<{ repeats: readonly Candidate[] }>;

/** Best first, as it comes in. A line is dropped when a better one holds nearly the same words. */
export function withoutRepeats(
  ranked: readonly Gated[],
  { sameWords, enough }: Readonly<{ sameWords: number; enough: number }>,
): readonly Told[] {
  const told: { line: Gated; words: ReadonlySet<string>; repeats: Candidate[] }[] = [];
  for (const line of ranked) {
    if (told.length >= enough) break;
    const spoken = wordsOf(line.candidate.record.text);
    const better = told.find(
      (other) =>
        couldOverlap(other.words, spoken) >= sameWords &&
        isAbout(other.line.candidate, line.candidate) &&
        overlap(other.words, spoken) >= sameWords,
    );
    if (better === undefined) told.push({ line, words: spoken, repeats: [] });
    else better.repeats.push(line.candidate);
  }
  return told.map(({ line, repeats }) => ({ repeats, ...line }));
}

/** Two people may say the same words of themselves; those are two facts. */
function isAbout(a: Candidate, b: Candidate): boolean {
  if (a.item === "message" && b.item === "message")
    return a.record.author.id === b.record.author.id;
  if (a.item === "memory" && b.item === "memory")
    return a.record.subject === b.record.subject || haveOneSource(a, b);
  return sourceOf(a, b) || sourceOf(b, a);
}

/** A fact and the episode that quotes the same message. */
function haveOneSource(a: Candidate, b: Candidate): boolean {
  const sources = new Set(spokenSources(a));
  return spokenSources(b).some((id) => sources.has(id));
}

function sourceOf(message: Candidate, memory: Candidate): boolean {
  if (message.item !== "message" || memory.item !== "memory") return false;
  const { id } = message.record;
  return memory.record.evidence.some((piece) => piece.type === "span" && piece.messageId === id);
}

/** The key of a text is its words, and is worked out already. Some two thousand lines: what is found is found again. */
const wordsOf = memoize(
  (text): ReadonlySet<string> => {
    const key = textKey(text);
    return new Set(key === "" ? [] : key.split(" "));
  },
  { characters: 200_000, longest: 2_000 },
);

/** The most that two texts of so many words can share: lines of another length need not be compared. */
function couldOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return Math.min(a.size, b.size) / Math.max(1, a.size, b.size);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, a.size, b.size);
}

/** What was replaced moves to just below its replacement when both are here. */
export function replacedBelow(ranked: readonly Gated[]): readonly Gated[] {
  const order = [...ranked];
  for (const line of ranked) {
    const { item, record } = line.candidate;
    if (item !== "memory" || record.supersededBy === undefined) continue;
    const newer = order.findIndex(({ candidate }) => candidate.record.id === record.supersededBy);
    const here = order.indexOf(line);
    if (newer <= here) continue;
    order.splice(newer + 1, 0, line);
    order.splice(here, 1);
  }
  return order;
}
