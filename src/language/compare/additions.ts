// Whether what one statement says beyond the other is a detail, or makes it a different fact.

import { isParticiple, keySet } from "./lexicon.ts";
import type { Sides, Statement, Token } from "./statement.ts";

const QUALIFYING = keySet("qualifiers");
const UNITS = keySet("units");
const STATES = keySet("states");
const HARMLESS_GOVERNORS = keySet("harmless_governors");
const GIVING = keySet("giving");
const RECEIVING = keySet("receiving");

/** Why the extra words change the fact, or nothing when they only add to it. */
export function changesFact({ older, newer, alignment }: Sides): string | undefined {
  return (
    alteredBy(older, alignment.olderOnly) ??
    alteredBy(newer, alignment.newerOnly) ??
    lostPredicate({ older, newer, alignment }) ??
    otherTense({ older, newer, alignment }) ??
    otherCount({ older, newer, alignment }) ??
    otherUnit({ older, newer, alignment })
  );
}

function alteredBy(statement: Statement, only: readonly Token[]): string | undefined {
  for (const token of only) {
    if (QUALIFYING().has(token.key)) return `"${token.word}" qualifies it`;
    if (governs(statement, only, token)) return `"${token.word}" governs it`;
    if (isNewHead(statement, only, token)) return `"${token.word}" makes it about something else`;
  }
  return undefined;
}

/** "forgot to call", "avoids cooking": a verb before the verb decides whether it happened at all. */
function governs({ tokens }: Statement, only: readonly Token[], token: Token): boolean {
  const next = tokens[tokens.indexOf(token) + 1];
  if (next === undefined || only.includes(next) || !next.isVerb) return false;
  if (token.kind !== "word" || token.isLight || HARMLESS_GOVERNORS().has(token.key)) return false;
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
  if (before.isOwner) return true;
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

function otherTense({ older, newer, alignment }: Sides): string | undefined {
  if (isOnceOnly(older, newer) || isOnceOnly(newer, older)) return "one tells of the past";
  for (const [i, j] of alignment.pairs) {
    const a = older.tokens[i];
    const b = newer.tokens[j];
    if (a === undefined || b === undefined) continue;
    if (isOver(a, b)) return "one tells of the past";
    if (isNotYet(a, b) || isNotYet(b, a)) return "one has not happened yet";
  }
  return undefined;
}

/** "was a nurse" beside "is a nurse". */
function isOnceOnly(one: Statement, other: Statement): boolean {
  return one.wasOnce && !isTold(other);
}

function isTold({ isPast, tokens }: Statement): boolean {
  return isPast || tokens.some(({ tense }) => tense === "past");
}

function isOver(a: Token, b: Token): boolean {
  const isOnePast = (a.tense === "past") !== (b.tense === "past");
  return STATES().has(a.key) && a.key === b.key && isOnePast;
}

/** Who is moving to a place does not live there. */
function isNotYet(a: Token, b: Token): boolean {
  return a.key !== b.key && a.key === "move" && a.word.endsWith("ing") && !b.word.endsWith("ing");
}

/** "five months" is not "five", nor "five years". */
function otherUnit({ older, newer, alignment }: Sides): string | undefined {
  for (const [i, j] of alignment.pairs) {
    if (older.tokens[i]?.kind !== "number") continue;
    const a = unitAt(older, i);
    const b = unitAt(newer, j);
    if (a?.key !== b?.key) return "the units differ";
  }
  return undefined;
}

function unitAt({ tokens }: Statement, number: number): Token | undefined {
  const next = tokens[number + 1];
  return next !== undefined && UNITS().has(next.key) ? next : undefined;
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
    return noun !== undefined && other.tokens[noun]?.isSingular === true;
  });
}

/** A verb on one side only, and no other verb in common: then another thing is said. */
function lostPredicate(sides: Sides): string | undefined {
  const { olderOnly, newerOnly } = sides.alignment;
  const pairs = shared(sides);
  const lost =
    olderOnly.find((verb) => isLost(verb, pairs)) ??
    newerOnly.find((verb) => isLost(verb, pairs.map(turned)));
  return lost === undefined || hasCommonVerb(sides)
    ? undefined
    : `"${lost.word}" is said by one only`;
}

type Shared = Readonly<{ here: Token; there: Token }>;

function shared({ older, newer, alignment }: Sides): Shared[] {
  return [...alignment.pairs].flatMap(([i, j]) => {
    const here = older.tokens[i];
    const there = newer.tokens[j];
    return here === undefined || there === undefined ? [] : [{ here, there }];
  });
}

function turned({ here, there }: Shared): Shared {
  return { here: there, there: here };
}

function hasCommonVerb(sides: Sides): boolean {
  return shared(sides).some(({ here, there }) => here.isVerb && !here.isLight && there.isVerb);
}

function isLost(verb: Token, pairs: readonly Shared[]): boolean {
  if (!verb.isVerb || verb.isLight || HARMLESS_GOVERNORS().has(verb.key)) return false;
  return !pairs.some((pair) => carries(verb, pair));
}

/** "gave praise" praises; "got a raise" was raised. Who gives does, who gets has it done. */
function carries({ key }: Token, { here, there }: Shared): boolean {
  if (here.isVerb || here.kind !== "word") return false;
  const isDone = there.marker === "be" && isParticiple(there.word);
  if (RECEIVING().has(key)) return isDone;
  return GIVING().has(key) && there.isVerb && !isDone;
}
