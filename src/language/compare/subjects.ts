// Whether two statements are about the same one, about another, or about the same ones in swapped roles.

import { lazy } from "../../model/lazy.ts";
import { equalsOf, isParticiple, keyOf, wordsOf } from "./lexicon.ts";
import type { Sides, Statement, Token } from "./statement.ts";

/** `turned`: the same, told from the other end ("Blue is Ana's favourite colour"). */
export type Subjects = "same" | "turned" | "other" | "swapped" | "unclear";

const SYMMETRIC = lazy(
  () => new Set(wordsOf("symmetric").flatMap((word) => [...equalsOf(keyOf(word))])),
);
const EXCHANGED = new Set(["to", "from", "for", "with"]);
const OWNING: ReadonlySet<string> = new Set(["have", "own"]);

export function compareSubjects(sides: Sides): Subjects {
  const { older, newer } = sides;
  if (older.pronoun !== newer.pronoun && older.pronoun !== undefined && newer.pronoun !== undefined)
    return "other";
  if (hasSwappedRoles(sides)) return "swapped";
  if (areNumberedApart(sides)) return "other";
  const named = bothNamed(sides);
  if (named !== undefined) return named;
  if (shareSubject(sides)) return isPartOfPair(sides) ? "unclear" : "same";
  return isMentionedElsewhere(sides) ? flipped(sides) : "unclear";
}

function bothNamed(sides: Sides): Subjects | undefined {
  const { older, newer } = sides;
  const { pairs } = sides.alignment;
  const a = namesOf(older).filter((i) => newer.tokens[pairs.get(i) ?? -1]?.kind !== "word");
  if (a.length === 0) return undefined;
  const back = backOf(pairs);
  const b = namesOf(newer).filter((j) => older.tokens[back.get(j) ?? -1]?.kind !== "word");
  if (b.length === 0) return undefined;
  if (a.some((i) => b.includes(pairs.get(i) ?? -1))) return undefined;
  const paired = new Set(pairs.values());
  const isElsewhere = a.some((i) => pairs.has(i)) || b.some((j) => paired.has(j));
  return isElsewhere ? flipped(sides) : "other";
}

/** "Unit 12" and "unit 13", whatever else is said of them. */
function areNumberedApart({ older, newer, alignment }: Sides): boolean {
  const names = numberedNames(older, alignment.olderOnly);
  return numberedNames(newer, alignment.newerOnly).some((name) => names.includes(name));
}

/** What a number stands right behind, as long as more is said: "the rent is 900" and "rent 900" are values. */
function numberedNames({ tokens }: Statement, only: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (token.kind !== "number" || before === undefined || !only.includes(token)) return [];
    const isNumbered = before.at + 1 === token.at && token.marker === "" && isThing(before);
    return isNumbered && index + 1 < tokens.length ? [before.key] : [];
  });
}

function isThing({ kind, isVerb, key }: Token): boolean {
  return kind === "name" || (kind === "word" && (!isVerb || key === "number"));
}

/** A word that the other statement writes small has its capital from opening the sentence, and names nobody. */
function namesOf({ tokens, subject }: Statement): number[] {
  return subject.filter((index) => tokens[index]?.kind === "name");
}

function shareSubject({ older, newer, alignment }: Sides): boolean {
  return older.subject.some((i) => newer.subject.includes(alignment.pairs.get(i) ?? -1));
}

/** "Ana" and "Ana and Bob" share a name and are not the same subject. */
function isPartOfPair({ older, newer, alignment }: Sides): boolean {
  return hasExtra(older, alignment.olderOnly) || hasExtra(newer, alignment.newerOnly);
}

function hasExtra({ tokens, subject }: Statement, only: readonly Token[]): boolean {
  return subject.some((index) => {
    const token = tokens[index];
    return token?.kind === "name" && token.isJoined && only.includes(token);
  });
}

function isMentionedElsewhere({ older, newer, alignment }: Sides): boolean {
  const paired = new Set(alignment.pairs.values());
  return (
    older.subject.some((i) => alignment.pairs.has(i)) && newer.subject.some((j) => paired.has(j))
  );
}

function flipped(sides: Sides): Subjects {
  const isSame = isSymmetric(sides) || ownersAgree(sides) === true || isPassiveTurn(sides);
  return isSame ? "turned" : "swapped";
}

function isSymmetric(sides: Sides): boolean {
  const { older, alignment } = sides;
  const symmetric = SYMMETRIC();
  for (const i of alignment.pairs.keys())
    if (symmetric.has(older.tokens[i]?.key ?? "")) return true;
  return false;
}

function backOf(pairs: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const back = new Map<number, number>();
  for (const [i, j] of pairs) back.set(j, i);
  return back;
}

/** Undefined when one of them names no owner. */
function ownersAgree({ older, newer, alignment }: Sides): boolean | undefined {
  const { pairs } = alignment;
  const a = owners(older).filter((i) => pairs.has(i));
  if (a.length === 0) return undefined;
  const paired = new Set(pairs.values());
  const b = owners(newer).filter((j) => paired.has(j));
  return b.length === 0 ? undefined : a.some((i) => b.includes(pairs.get(i) ?? -1));
}

const ownersOf = new WeakMap<Statement, readonly number[]>();

function owners(statement: Statement): readonly number[] {
  const known = ownersOf.get(statement);
  if (known !== undefined) return known;
  const found = ownersIn(statement);
  ownersOf.set(statement, found);
  return found;
}

function ownersIn({ tokens, subject }: Statement): number[] {
  const hasOwning = tokens.some(({ key }) => OWNING.has(key));
  const found: number[] = [];
  for (const [index, { isOwner, marker, kind }] of tokens.entries())
    if (isOwner || (marker === "of" && kind === "name") || (hasOwning && subject.includes(index)))
      found.push(index);
  return found;
}

function hasSwappedRoles(sides: Sides): boolean {
  if (isSymmetric(sides)) return false;
  return (
    ownersAgree(sides) === false ||
    isDeedOfOwner(sides) ||
    exchangesMarkers(sides) ||
    changesVoice(sides)
  );
}

/** "Ana's coach is Bob" and "Ana coaches Bob": whose coach it is does not coach. */
function isDeedOfOwner({ older, newer, alignment }: Sides): boolean {
  const { pairs } = alignment;
  return doesAsOwner(older, newer, pairs) || doesAsOwner(newer, older, backOf(pairs));
}

function doesAsOwner(
  told: Statement,
  thing: Statement,
  pairs: ReadonlyMap<number, number>,
): boolean {
  if (!told.subject.some((i) => thing.tokens[pairs.get(i) ?? -1]?.isOwner === true)) return false;
  for (const [i, j] of pairs)
    if (told.tokens[i]?.isVerb === true && thing.tokens[j]?.isVerb === false) return true;
  return false;
}

/** "tea to wine" and "wine to tea": two words that took each other's preposition. */
function exchangesMarkers({ older, newer, alignment }: Sides): boolean {
  for (const [i, j] of alignment.pairs) {
    const before = markerOf(older.tokens[i]);
    if (!EXCHANGED.has(before) || markerOf(newer.tokens[j]) !== "") continue;
    for (const [k, l] of alignment.pairs)
      if (markerOf(older.tokens[k]) === "" && markerOf(newer.tokens[l]) === before) return true;
  }
  return false;
}

function markerOf(token: Token | undefined): string {
  if (token === undefined || token.marker === "be") return "";
  // "beer to wine", "beer over wine" and "beer than wine" rank alike.
  return token.marker === "than" || token.marker === "over" ? "to" : token.marker;
}

/** "Ana hit Bob" and "Ana was hit": the same one first does it, then suffers it. */
function changesVoice(sides: Sides): boolean {
  const { older, newer, alignment } = sides;
  if (!shareSubject(sides) || older.isPassive || newer.isPassive) return false;
  for (const [i, j] of alignment.pairs) {
    if (older.tokens[i]?.key !== newer.tokens[j]?.key) continue;
    if (hasObject(older, i) && isSuffered(newer.tokens[j])) return true;
    if (hasObject(newer, j) && isSuffered(older.tokens[i])) return true;
  }
  return false;
}

/** "Docker is used in the project" and "the project uses Docker": what is used is the same. */
function isPassiveTurn({ older, newer, alignment }: Sides): boolean {
  const back = backOf(alignment.pairs);
  return isObjectOf(older, newer, alignment.pairs) || isObjectOf(newer, older, back);
}

/** Whether the passive one's subject is the active one's object, of the same verb. After "by" the doer is known already. */
function isObjectOf(
  active: Statement,
  passive: Statement,
  pairs: ReadonlyMap<number, number>,
): boolean {
  if (passive.isPassive) return false;
  for (const [verb, suffered] of pairs) {
    if (!hasObject(active, verb) || !isSuffered(passive.tokens[suffered])) continue;
    if (passive.subject.includes(pairs.get(verb + 1) ?? -1)) return true;
  }
  return false;
}

function isSuffered(token: Token | undefined): boolean {
  return token?.isVerb === true && token.marker === "be" && isParticiple(token.word);
}

function hasObject({ tokens }: Statement, index: number): boolean {
  const next = tokens[index + 1];
  const isActive = tokens[index]?.isVerb === true && !isSuffered(tokens[index]);
  return isActive && next !== undefined && next.marker === "" && !next.isVerb && !next.afterStop;
}
