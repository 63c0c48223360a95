// Whether what one statement says beyond the other is a detail, or makes it a different fact.

import type { Alignment } from "./alignment.ts";
import { QUALIFIERS } from "./lexicon/function-words.ts";
import { keysOf } from "./lexicon.ts";
import type { Statement, Token } from "./statement.ts";

type Sides = Readonly<{ older: Statement; newer: Statement; alignment: Alignment }>;

const QUALIFYING = keysOf(QUALIFIERS);
const HARMLESS_GOVERNORS = keysOf([
  "start",
  "begin",
  "commence",
  "continue",
  "keep",
  "go",
  "come",
  "do",
]);
/** States that end: "lived in Porto" is no update of "lives in Porto". */
const STATES = keysOf(
  "live reside work own have like love enjoy dislike hate study speak date smoke drink prefer want need play drive".split(
    " ",
  ),
);

/** Why the extra words change the fact, or nothing when they only add to it. */
export function changesFact({ older, newer, alignment }: Sides): string | undefined {
  return (
    alteredBy(older, alignment.olderOnly) ??
    alteredBy(newer, alignment.newerOnly) ??
    lostPredicate({ older, alignment }) ??
    otherTense({ older, newer, alignment }) ??
    otherCount({ older, newer, alignment })
  );
}

function alteredBy(statement: Statement, only: readonly Token[]): string | undefined {
  for (const token of only) {
    if (QUALIFYING.has(token.key)) return `"${token.word}" qualifies it`;
    if (governs(statement, only, token)) return `"${token.word}" governs it`;
    if (isNewHead(statement, only, token)) return `"${token.word}" makes it about something else`;
  }
  return undefined;
}

/** "forgot to call", "avoids cooking": a verb before the verb decides whether it happened at all. */
function governs({ tokens }: Statement, only: readonly Token[], token: Token): boolean {
  const next = tokens[tokens.indexOf(token) + 1];
  if (next === undefined || only.includes(next) || !next.isVerb) return false;
  if (token.kind !== "word" || token.isLight || HARMLESS_GOVERNORS.has(token.key)) return false;
  return next.marker === "to" || (next.word.endsWith("ing") && next.marker !== "be");
}

/** "Ana's sister", "the sister of Ana", "tea ceremony": the extra word is now what is spoken of. */
function isNewHead({ tokens, subject }: Statement, only: readonly Token[], token: Token): boolean {
  const index = tokens.indexOf(token);
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (token.isLight) return false;
  if (after?.marker === "of" && !only.includes(after)) return true;
  if (isLongerName(token, after, only)) return !subject.includes(index);
  if (before === undefined || only.includes(before)) return false;
  if (before.possessive) return true;
  const isNeighbour = before.at + 1 === token.at && !token.afterStop;
  // In "large white ship" the extra word only describes what follows.
  if (after !== undefined && after.kind === "word" && after.at === token.at + 1) return false;
  const isCompound = before.kind === "word" && !before.isVerb && token.kind === "word";
  return isNeighbour && isCompound && !token.isVerb && !token.word.endsWith("ly");
}

/** "New York" is not York; "Bill Gates" may well be Gates. */
function isLongerName(token: Token, after: Token | undefined, only: readonly Token[]): boolean {
  if (after === undefined || only.includes(after)) return false;
  return (
    token.kind === "name" && after.kind === "name" && after.at === token.at + 1 && !after.afterStop
  );
}

/** What is left without any verb in common is a thing, not a statement about it. */
function lostPredicate({ older, alignment }: Omit<Sides, "newer">): string | undefined {
  const extra = [...alignment.olderOnly, ...alignment.newerOnly];
  const lost = extra.find(({ isVerb, isLight }) => isVerb && !isLight);
  const isKept = [...alignment.pairs.keys()].some((i) => older.tokens[i]?.isVerb);
  return lost === undefined || isKept ? undefined : `"${lost.word}" is said by one only`;
}

function otherTense({ older, newer, alignment }: Sides): string | undefined {
  for (const [i, j] of alignment.pairs) {
    const a = older.tokens[i];
    const b = newer.tokens[j];
    if (a === undefined || b === undefined || !STATES.has(a.key)) continue;
    if (a.isPast !== b.isPast) return "one tells of the past";
  }
  return undefined;
}

/** "a dog" and "two dogs". */
function otherCount({ older, newer, alignment }: Sides): string | undefined {
  const back = new Map([...alignment.pairs].map(([i, j]) => [j, i]));
  const isOther =
    countsSingular(older, newer, { map: alignment.pairs, only: alignment.olderOnly }) ||
    countsSingular(newer, older, { map: back, only: alignment.newerOnly });
  return isOther ? "the counts differ" : undefined;
}

function countsSingular(
  counting: Statement,
  other: Statement,
  { map, only }: Readonly<{ map: ReadonlyMap<number, number>; only: readonly Token[] }>,
): boolean {
  return counting.tokens.some((token, index) => {
    if (token.kind !== "number" || !only.includes(token)) return false;
    const noun = map.get(index + 1);
    return noun !== undefined && other.tokens[noun]?.singular === true;
  });
}
