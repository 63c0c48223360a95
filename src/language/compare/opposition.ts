// Whether two statements deny one another: a negation on one side, opposite words, opposite prepositions.

import { lazy } from "../../model/lazy.ts";
import { areOpposites, hasOpposite, isParticiple, keySet, wordSet, wordsOf } from "./lexicon.ts";
import type { Alignment, Sides, Statement, Token } from "./statement.ts";

export type Opposition =
  | Readonly<{ type: "none" }>
  /** Said of the same predicate: the newer one ends the older. */
  | Readonly<{ type: "denied"; reason: string; tokens: readonly Token[] }>
  /** Opposed somewhere, not clearly in what is asserted. */
  | Readonly<{ type: "unsure"; reason: string }>;

const OPPOSED_MARKERS = lazy(
  () =>
    new Set(
      wordsOf("opposed_prepositions").flatMap((pair) => [
        pair,
        pair.split("/").reverse().join("/"),
      ]),
    ),
);
const LIMITS = wordSet("limits");
const BOUNDS = new Set(["over", "between", "than"]);
const LEAVING = keySet("leaving");

export function findOpposition(sides: Sides): Opposition {
  return opposedWords(sides) ?? opposedNegation(sides) ?? opposedMarkers(sides) ?? { type: "none" };
}

function opposedWords({ older, newer, alignment }: Sides): Opposition | undefined {
  for (const a of alignment.olderOnly) {
    if (!hasOpposite(a.key)) continue;
    for (const b of alignment.newerOnly) {
      if (!areOpposites(a.key, b.key)) continue;
      const reason = `"${a.word}" against "${b.word}"`;
      const isAsserted = isPredicate(a, older) && isPredicate(b, newer) && !areTwoEnds(a, b);
      return isAsserted ? { type: "denied", reason, tokens: [a, b] } : { type: "unsure", reason };
    }
  }
  return undefined;
}

/** "likes hot tea" and "likes cold tea" are two likings; "the tea is hot" and "is cold" deny each other. */
function isPredicate(token: Token, { tokens, subject }: Statement): boolean {
  const index = tokens.indexOf(token);
  if (token.isVerb || token.marker === "be") return true;
  return !subject.includes(index) && subject.includes(index - 1);
}

/** "Learned Greek" and "was taught Greek" tell one event from its two ends. */
function areTwoEnds(a: Token, b: Token): boolean {
  const isSuffered = ({ marker, word }: Token) => marker === "be" && isParticiple(word);
  return a.isVerb && b.isVerb && isSuffered(a) !== isSuffered(b);
}

function opposedNegation({ older, newer, alignment }: Sides): Opposition | undefined {
  if (older.negations.length === 0 && newer.negations.length === 0) return undefined;
  if (older.negations.length === newer.negations.length)
    return areSameNegations({ older, newer, alignment })
      ? undefined
      : { type: "unsure", reason: "each denies something else" };
  if (older.negations.length > 0 && newer.negations.length > 0)
    return { type: "unsure", reason: "one denies more" };
  const isNewer = newer.negations.length > 0;
  const extra = (isNewer ? alignment.newerOnly : alignment.olderOnly).filter((t) => !t.isLight);
  const reason = "one side is negated";
  // Not liking green tea leaves liking tea untouched; not liking tea does not.
  return extra.length > 0 ? { type: "unsure", reason } : { type: "denied", reason, tokens: [] };
}

function areSameNegations({ older, newer, alignment }: Sides): boolean {
  const newerTargets = newer.negations.flat();
  return older.negations.every((targets) =>
    targets.some((i) => newerTargets.includes(alignment.pairs.get(i) ?? -1)),
  );
}

function leavingWords({ olderOnly, newerOnly }: Alignment): Token[] {
  return [...olderOnly.filter(({ isVerb }) => isVerb), ...newerOnly];
}

/** "at 7" against "before 7" is another time, though the two words are no opposites. */
function areOpposedMarkers(a: Token, b: Token): boolean {
  if (a.marker === b.marker) return false;
  if (OPPOSED_MARKERS().has(`${a.marker}/${b.marker}`)) return true;
  return isLimit(a) || isLimit(b);
}

function isLimit({ marker, kind }: Token): boolean {
  return LIMITS().has(marker) || (kind !== "word" && BOUNDS.has(marker));
}

/** "moved from Porto" ends whatever was in Porto. */
function isLeaving({ marker }: Token, { tokens }: Statement): boolean {
  return marker === "from" && tokens.some(({ key }) => LEAVING().has(key));
}

function opposedMarkers({ older, newer, alignment }: Sides): Opposition | undefined {
  for (const [i, j] of alignment.pairs) {
    const a = older.tokens[i];
    const b = newer.tokens[j];
    if (a === undefined || b === undefined) continue;
    if (!areOpposedMarkers(a, b)) continue;
    const reason = `"${a.marker} ${a.word}" against "${b.marker} ${b.word}"`;
    if (!isLeaving(b, newer)) return { type: "unsure", reason };
    return { type: "denied", reason, tokens: leavingWords(alignment) };
  }
  return undefined;
}
