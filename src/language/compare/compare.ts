// Decides, without a model, how a newer statement relates to an older one: the merge bands.
// Words decide; the vectors only say how near two texts are that the words could not decide on.

import { lazy } from "../../model/lazy.ts";
import { textKey, tidy } from "../../model/text.ts";
import { changesFact } from "./additions.ts";
import { align, orderKept, shiftedWords } from "./alignment.ts";
import { findOpposition, type Opposition } from "./opposition.ts";
import { changedSlot } from "./slots.ts";
import { readStatement, type Sides, type Statement, type Token } from "./statement.ts";
import { compareSubjects, type Subjects } from "./subjects.ts";

export type Relation = "same_key" | "same" | "close" | "contradiction" | "between" | "far";
export type Comparison = Readonly<{ relation: Relation; similarity: number; reason: string }>;
/** `vector` is a unit vector of the built-in embedder. */
export type ComparedText = Readonly<{ text: string; vector?: Float32Array }>;

export type MergeBands = Readonly<{
  /** Least number of words both have, before anything may merge. */
  minSharedWords: number;
  /** Least share of the longer statement's words that the shorter one has, for `same` and `close`. */
  minCoverage: number;
  /** The same for statements about nobody in particular ("a man"), where a detail more is often another scene. */
  minAnonymousCoverage: number;
  /** Least share of the common words in the same order, when neither or both are in the passive. */
  minOrderKept: number;
  /** Most common words that may change between standing bare and behind a preposition; the same case. */
  maxShiftedWords: number;
  /** Below this cosine nothing merges, whatever the words say. */
  minMergeCosine: number;
  /** Least share of each statement's words in common, the opposed ones aside, to say that one denies the other. */
  minOpposedCoverage: number;
  /** From this share of common words on, or this cosine, an undecided pair is worth a second look. */
  betweenOverlap: number;
  betweenCosine: number;
}>;

/** How each was chosen: docs/decisions/0007-merge-bands.md. */
export const DEFAULT_MERGE_BANDS: MergeBands = {
  minSharedWords: 2,
  minCoverage: 0.6,
  minAnonymousCoverage: 0.75,
  minOrderKept: 0.6,
  maxShiftedWords: 1,
  minMergeCosine: 0.5,
  minOpposedCoverage: 0.7,
  betweenOverlap: 0.5,
  betweenCosine: 0.75,
};

type Reading = Sides &
  Readonly<{
    subjects: Subjects;
    /** Asked of few pairs: most are about someone else or have too little in common. */
    opposition: () => Opposition;
    coverage: Coverage;
    cosine: number | undefined;
  }>;
type Verdict = Readonly<{ relation: Relation; reason: string }>;

/** Words in common, over the words of each; light words are not counted. */
type Coverage = Readonly<{ shared: number; older: number; newer: number }>;

const SAME_WORDS: Comparison = { relation: "same_key", similarity: 1, reason: "the same words" };

export function compare(older: ComparedText, newer: ComparedText, bands: MergeBands): Comparison {
  const isSameKey = textKey(older.text) === textKey(newer.text);
  if (isSameKey && tidy(older.text) === tidy(newer.text)) return SAME_WORDS;
  const both = reading(older, newer);
  if (isSameKey && textKey(older.text) !== "" && isIdentical(both)) return SAME_WORDS;
  const verdict = merged(both, bands) ?? superseded(both, bands) ?? undecided(both, bands);
  return { relation: verdict.relation, reason: verdict.reason, similarity: similarityOf(both) };
}

const DETAILS = ["name", "number", "date"] as const;

/** Whether each has a name, a number or a date that the other lacks, or one denies the other: then they are two facts. */
export function differsInDetail(older: string, newer: string): boolean {
  const { alignment, opposition } = reading({ text: older }, { text: newer });
  const has = (only: readonly Token[], kind: Token["kind"]) => only.some((t) => t.kind === kind);
  const isChanged = DETAILS.some(
    (kind) => has(alignment.olderOnly, kind) && has(alignment.newerOnly, kind),
  );
  return isChanged || opposition().type === "denied";
}

function reading(older: ComparedText, newer: ComparedText): Reading {
  const [a, b] = [readStatement(older.text), readStatement(newer.text)];
  const sides = { older: a, newer: b, alignment: align(a, b) };
  return {
    older: a,
    newer: b,
    alignment: sides.alignment,
    subjects: compareSubjects(sides),
    opposition: lazy(() => findOpposition(sides)),
    coverage: coverageOf(sides),
    cosine: older.vector && newer.vector ? dot(older.vector, newer.vector) : undefined,
  };
}

/** The key cuts "can't" to "can" and "C++" to "c", so equal keys are not yet equal words. */
function isIdentical({ alignment, opposition }: Reading): boolean {
  const { olderOnly, newerOnly } = alignment;
  return olderOnly.length === 0 && newerOnly.length === 0 && opposition().type === "none";
}

function coverageOf({ older, newer, alignment }: Sides): Coverage {
  return {
    shared: alignment.pairs.size,
    older: sharedPart(older.tokens, alignment.olderOnly),
    newer: sharedPart(newer.tokens, alignment.newerOnly),
  };
}

function sharedPart(all: readonly Token[], only: readonly Token[]): number {
  const whole = heavyIn(all);
  return whole === 0 ? 0 : 1 - heavyIn(only) / whole;
}

function heavyIn(tokens: readonly Token[]): number {
  let count = 0;
  for (const { isLight } of tokens) if (!isLight) count += 1;
  return count;
}

/** Only when all that one says is said by the other: one word swapped for an unknown one may be another fact. */
function merged(reading: Reading, bands: MergeBands): Verdict | undefined {
  const { older, newer } = reading.coverage;
  if (!isMergeable(reading, bands) || changesFact(reading) !== undefined) return undefined;
  if (older === 1 && newer === 1) return { relation: "same", reason: "the same in other words" };
  if (newer === 1) return { relation: "same", reason: "the newer says nothing more" };
  return older === 1 ? { relation: "close", reason: "the newer says more of the same" } : undefined;
}

function isMergeable(reading: Reading, bands: MergeBands): boolean {
  const { coverage, cosine, opposition, subjects } = reading;
  return (
    areAboutSame(subjects) &&
    coverage.shared >= bands.minSharedWords &&
    Math.min(coverage.older, coverage.newer) >= leastCoverage(reading, bands) &&
    opposition().type === "none" &&
    (cosine ?? 1) >= bands.minMergeCosine &&
    isReadablePair(reading) &&
    isArrangedAlike(reading, bands)
  );
}

function areAboutSame(subjects: Subjects): boolean {
  return subjects === "same" || subjects === "turned";
}

function leastCoverage({ older, newer }: Reading, bands: MergeBands): number {
  return isIdentified(older) && isIdentified(newer)
    ? bands.minCoverage
    : bands.minAnonymousCoverage;
}

/** Somebody's: the subject or its owner has a name. */
function isIdentified({ tokens, subject, pronoun }: Statement): boolean {
  return (
    pronoun !== undefined ||
    subject.some((index) => tokens[index]?.kind === "name") ||
    tokens.some(({ kind, isOwner, marker }) => kind === "name" && (isOwner || marker === "of"))
  );
}

/** With a name the roles were compared already; without one, order is all there is. */
function isArrangedAlike(
  { older, newer, alignment, subjects }: Reading,
  bands: MergeBands,
): boolean {
  if (subjects === "turned" || (isIdentified(older) && isIdentified(newer))) return true;
  if (older.isPassive !== newer.isPassive) return true;
  return (
    orderKept(older, alignment) >= bands.minOrderKept &&
    shiftedWords(older, newer, alignment) <= bands.maxShiftedWords
  );
}

/** In a language the word lists do not know, a lone extra word may be a negation. */
function isReadablePair({ older, newer, coverage }: Reading): boolean {
  return (older.isReadable && newer.isReadable) || (coverage.older === 1 && coverage.newer === 1);
}

function superseded(reading: Reading, bands: MergeBands): Verdict | undefined {
  const { coverage, subjects } = reading;
  if (!areAboutSame(subjects)) return undefined;
  const opposition = reading.opposition();
  if (opposition.type === "denied" && isDenial(reading, opposition.tokens, bands))
    return { relation: "contradiction", reason: opposition.reason };
  if (opposition.type === "unsure" && coverage.older < 1) return undefined;
  const changed = changedSlot(reading);
  return changed === undefined ? undefined : { relation: "contradiction", reason: changed };
}

/** All but the opposed words must agree, and one side must say nothing else. */
function isDenial(
  { older, newer, alignment }: Reading,
  opposed: readonly Token[],
  bands: MergeBands,
): boolean {
  const weigh = (tokens: readonly Token[]) =>
    tokens.filter((t) => !t.isLight && !opposed.includes(t)).length;
  const share = (only: readonly Token[], all: readonly Token[]) =>
    weigh(all) === 0 ? 0 : 1 - weigh(only) / weigh(all);
  const shares = [
    share(alignment.olderOnly, older.tokens),
    share(alignment.newerOnly, newer.tokens),
  ];
  return Math.max(...shares) === 1 && Math.min(...shares) >= bands.minOpposedCoverage;
}

function undecided(reading: Reading, bands: MergeBands): Verdict {
  const { subjects, coverage, cosine, opposition } = reading;
  if (subjects === "other") return { relation: "far", reason: "about someone else" };
  const overlap = Math.min(coverage.older, coverage.newer);
  const isNear = overlap >= bands.betweenOverlap || (cosine ?? 0) >= bands.betweenCosine;
  if (!isNear) return { relation: "far", reason: "little in common" };
  if (subjects === "swapped") return { relation: "between", reason: "the roles are swapped" };
  const opposed = opposition();
  const reason = opposed.type === "none" ? changesFact(reading) : opposed.reason;
  return { relation: "between", reason: reason ?? "alike, each says something of its own" };
}

function similarityOf({ coverage, cosine }: Reading): number {
  const { older, newer } = coverage;
  const overlap = older + newer === 0 ? 0 : (2 * older * newer) / (older + newer);
  return cosine === undefined ? overlap : (overlap + Math.max(0, cosine)) / 2;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
