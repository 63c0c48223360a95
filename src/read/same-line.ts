// Of lines that say the same, one stays; of two facts of which one replaced the other, the newer stands first.

import { memoize } from "../model/memoize.ts";
import type { Memory } from "../model/memory.ts";
import { textKey } from "../model/text.ts";
import { type Candidate, spokenSources } from "./candidate.ts";
import type { Gated } from "./gate.ts";
import type { Hit } from "./hit.ts";

/** A line, and what said the same less well. */
export type Told = Gated & Readonly<{ repeats: readonly Candidate[] }>;

type Line = Readonly<{ line: Gated; words: ReadonlySet<string>; repeats: Candidate[] }>;

/**
 * Best first, as it comes in. A line is dropped when a better one holds nearly the same words, or when it sums up several
 * messages and better lines of theirs hold all that it says.
 */
export function withoutRepeats(
  ranked: readonly Gated[],
  { sameWords, enough }: Readonly<{ sameWords: number; enough: number }>,
): readonly Told[] {
  const told: Line[] = [];
  for (const line of ranked) {
    if (told.length >= enough) break;
    const { candidate } = line;
    const spoken = wordsOf(candidate.record.text);
    const better = told.find((other) => {
      const nearly = isNearlySame(other.words, spoken, sameWords);
      return (
        (nearly && isAbout(other.line.candidate, candidate)) ||
        (isSameButFew(other.words, spoken) && haveOneSource(other.line.candidate, candidate))
      );
    });
    if (better !== undefined) better.repeats.push(candidate);
    else if (!isSummed(candidate, spoken, told)) told.push({ line, words: spoken, repeats: [] });
  }
  return told.map(({ line, repeats }) => ({ repeats, ...line }));
}

/** Whether a memory that is shown says what a hit says: of the same person, or learnt from that message. */
export function isSaidIn(shown: Memory, hit: Hit, sameWords: number): boolean {
  const ofOne =
    hit.item === "memory"
      ? shown.subject === hit.memory.subject
      : shown.evidence.some((piece) => piece.type === "span" && piece.messageId === hit.id);
  if (!ofOne) return false;
  const [known, said] = [wordsOf(shown.text), wordsOf(hit.text)];
  return isNearlySame(known, said, sameWords) || isSameButFew(known, said);
}

function isNearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>, sameWords: number): boolean {
  return couldOverlap(a, b) >= sameWords && overlap(a, b) >= sameWords;
}

/** "Remember: never deploy on Fridays" and "never deploy on Fridays". */
const FEW_WORDS = 2;

function isSameButFew(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return (
    few.size > FEW_WORDS &&
    many.size - few.size <= FEW_WORDS &&
    [...few].every((word) => many.has(word))
  );
}

/** An episode whose quoted clauses all stand above it as facts. */
function isSummed(
  candidate: Candidate,
  spoken: ReadonlySet<string>,
  told: readonly Line[],
): boolean {
  const sources = new Set(spokenSources(candidate));
  if (candidate.item !== "memory" || sources.size < 2) return false;
  const parts = told.filter(({ line }) =>
    spokenSources(line.candidate).some((id) => sources.has(id)),
  );
  return [...spoken].every((word) => parts.some(({ words }) => words.has(word)));
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
