// Reads a statement: the words that carry meaning, each with its place in the sentence, and whom it is about.

import { memoize } from "../../model/memoize.ts";
import { type Lexeme, lexemes } from "./lexemes.ts";
import {
  isKnown,
  isParticiple,
  isQuality,
  isSimplePast,
  isVerb,
  keySet,
  wordSet,
} from "./lexicon.ts";
import { plain } from "./phrases.ts";
import { type Quantity, quantityAt } from "./quantities.ts";
import { isHeadline, roleOf, type WordRole } from "./word-roles.ts";

export type Token = Readonly<{
  word: string;
  key: string;
  kind: "word" | "name" | "number" | "date";
  /** Place among all words, grammar included: two tokens are neighbours when these are. */
  at: number;
  /** The preposition before it, `be` after a copula, empty when it stands bare. */
  marker: string;
  isVerb: boolean;
  tense: "past" | "perfect" | "other";
  /** Light words may stand on one side only. */
  isLight: boolean;
  /** Followed by a possessive `'s`. */
  isOwner: boolean;
  /** Follows "and" or "or". */
  isJoined: boolean;
  afterStop: boolean;
  /** Follows "a", "an" or "one". */
  isSingular: boolean;
}>;

export type Statement = Readonly<{
  tokens: readonly Token[];
  /** For each negation the indexes of the tokens it may speak of. */
  negations: readonly (readonly number[])[];
  /** Indexes of the tokens that say whom or what the statement is about. */
  subject: readonly number[];
  pronoun: string | undefined;
  isPassive: boolean;
  /** Some of its grammar is in the past: "was", "did". */
  isPast: boolean;
  /** Says what somebody or something was: "was a nurse", not "was painted". */
  wasOnce: boolean;
  /** Enough grammar was recognised to trust the word lists. */
  isReadable: boolean;
}>;

/** Two statements and which of their words are the same. */
export type Sides = Readonly<{ older: Statement; newer: Statement; alignment: Alignment }>;

export type Alignment = Readonly<{
  /** Index in the older statement to index in the newer one. */
  pairs: ReadonlyMap<number, number>;
  olderOnly: readonly Token[];
  newerOnly: readonly Token[];
}>;

/** What was read so far, and what the grammar just passed says of the next word. */
type Draft = {
  tokens: Token[];
  negations: number[];
  /** Where the subject ends: tokens from here on belong to the predicate. */
  subjectEnd: number | undefined;
  pronoun: string | undefined;
  hasCopula: boolean;
  isPassive: boolean;
  isPast: boolean;
  wasOnce: boolean;
  /** How many words of grammar or of the word lists were met. */
  known: number;
  next: NextWord;
};
type NextWord = Readonly<{
  marker: string;
  isJoined: boolean;
  isSingular: boolean;
  isPerfect: boolean;
  isDetermined: boolean;
  /** Behind "was" or "were". */
  isPast: boolean;
}>;
type Place = Readonly<{ role: WordRole; at: number; isBeforeCopula: boolean }>;
type Pushed = Readonly<{ key: string; kind: Token["kind"]; at: number; isBeforeCopula: boolean }>;

const BARE: NextWord = {
  marker: "",
  isJoined: false,
  isSingular: false,
  isPerfect: false,
  isDetermined: false,
  isPast: false,
};
const DETERMINED = followed(BARE, { marker: "", isDetermined: true });
const LIGHT = keySet("light");
const AUXILIARIES = keySet("auxiliaries");
const DETERMINERS = wordSet("determiners");
const ADVERBS = wordSet("adverbs");
const SINGULAR = new Set(["a", "an", "one"]);
/** "before every meal" is before the meal. */
const QUANTIFIERS = new Set(["every", "all", "many", "few", "several"]);
/** A name and a word: too short for grammar to show. */
const FEW_WORDS = 2;
const GETTING = keySet("getting");
const PAST_GRAMMAR = new Set(["was", "were", "did", "got", "became"]);
const EMPTY_HEADS = keySet("empty_heads");
/** A negation may speak of this many words after it. */
const NEGATION_REACH = 2;

/** Some kilobytes a line, for its words and what is worked out of them later: a few thousand lines. */
const readings = memoize(read, { characters: 400_000, longest: 2_000 });

/** A line is compared with many others, so its reading is kept for a while. */
export function readStatement(text: string): Statement {
  return readings(text);
}

function read(text: string): Statement {
  const found = plain(lexemes(text));
  const inCapitals = isHeadline(found);
  const draft = emptyDraft();
  let index = 0;
  while (index < found.length) {
    const lexeme = found[index];
    if (lexeme === undefined) break;
    const quantity = quantityAt(found, index);
    if (quantity === undefined) readWord(draft, lexeme, wordAt(found, index, inCapitals));
    else readQuantity(draft, lexeme, { quantity, at: index });
    index += quantity?.length ?? 1;
  }
  return finish(draft);
}

function readQuantity(
  draft: Draft,
  lexeme: Lexeme,
  { quantity, at }: Readonly<{ quantity: Quantity; at: number }>,
): void {
  const { kind, keys } = quantity;
  for (const key of keys) push(draft, lexeme, { key, kind, at, isBeforeCopula: false });
}

function wordAt(found: readonly Lexeme[], at: number, inCapitals: boolean): Place {
  const lexeme = found[at];
  const next = found[at + 1];
  const role = lexeme === undefined ? "filler" : roleOf(lexeme, next, inCapitals);
  return { role, at, isBeforeCopula: next?.key === "be" };
}

function emptyDraft(): Draft {
  return {
    tokens: [],
    negations: [],
    subjectEnd: undefined,
    pronoun: undefined,
    hasCopula: false,
    isPassive: false,
    isPast: false,
    wasOnce: false,
    known: 0,
    next: BARE,
  };
}

function readWord(draft: Draft, lexeme: Lexeme, { role, at, isBeforeCopula }: Place): void {
  if (role === "name" || role === "word") {
    push(draft, lexeme, { key: lexeme.key, kind: role, at, isBeforeCopula });
    return;
  }
  draft.known += 1;
  if (role === "negation") readNegation(draft, lexeme);
  if (role === "copula") readCopula(draft, lexeme);
  if (role === "preposition") readPreposition(draft, lexeme);
  if (role === "pronoun") draft.pronoun ??= lexeme.word;
  if (role === "filler") readFiller(draft, lexeme);
}

function readNegation(draft: Draft, { word }: Lexeme): void {
  draft.negations.push(draft.tokens.length);
  // "without" is "with", denied.
  if (word === "without") draft.next = followed(draft.next, { marker: "with" });
  endSubject(draft);
}

function readCopula(draft: Draft, { word }: Lexeme): void {
  draft.next = followed(draft.next, { marker: "be", isPast: word === "was" || word === "were" });
  draft.isPast ||= isPastGrammar(word);
  draft.hasCopula = true;
  endSubject(draft);
}

function readPreposition(draft: Draft, { word }: Lexeme): void {
  draft.next = followed(draft.next, { marker: word });
}

/** What the next word stands behind, with a little more of it known; all of one shape, as tokens are. */
function followed(next: NextWord, by: Partial<NextWord>): NextWord {
  return {
    marker: by.marker ?? next.marker,
    isJoined: by.isJoined ?? next.isJoined,
    isSingular: by.isSingular ?? next.isSingular,
    isPerfect: by.isPerfect ?? next.isPerfect,
    isDetermined: by.isDetermined ?? next.isDetermined,
    isPast: by.isPast ?? next.isPast,
  };
}

function isPastGrammar(word: string): boolean {
  return PAST_GRAMMAR.has(word);
}

function readFiller(draft: Draft, { word, key }: Lexeme): void {
  const { marker, isJoined, isPerfect, isPast } = draft.next;
  draft.isPast ||= isPastGrammar(word);
  draft.next = {
    marker,
    isJoined: isJoined || word === "and" || word === "or",
    isSingular: SINGULAR.has(word),
    isPerfect: isPerfect || key === "have",
    isDetermined: DETERMINERS().has(word),
    isPast,
  };
  if (AUXILIARIES().has(key)) endSubject(draft);
}

function push(
  draft: Draft,
  { word, possessive, afterStop }: Lexeme,
  { key, kind, at, isBeforeCopula }: Pushed,
): void {
  const { marker, isJoined, isSingular } = draft.next;
  const verb = kind === "word" && !isBeforeCopula && isVerbHere(draft, { word, key, at });
  if (startsPredicate(draft, key, verb)) endSubject(draft);
  draft.tokens.push({
    word,
    key,
    kind,
    at,
    marker,
    isVerb: verb,
    tense: verb ? tenseOf(draft.next, word) : "other",
    isLight: kind === "word" && isLightHere(draft, key),
    isOwner: possessive,
    isJoined,
    afterStop,
    isSingular,
  });
  draft.wasOnce ||= draft.next.isPast && marker === "be" && !verb && !isParticiple(word);
  draft.isPassive ||= marker === "by" && draft.hasCopula && (kind === "word" || kind === "name");
  draft.known += isKnown(key) ? 1 : 0;
  draft.next = afterWord(draft.next, word, key);
}

function afterWord({ marker, isDetermined }: NextWord, word: string, key: string): NextWord {
  if (QUANTIFIERS.has(word)) return followed(BARE, { marker });
  return isDetermined && isQuality(key) ? DETERMINED : BARE;
}

/** "is a shy person" says "is shy"; as the subject a person counts. */
function isLightHere({ subjectEnd }: Draft, key: string): boolean {
  return LIGHT().has(key) || (EMPTY_HEADS().has(key) && subjectEnd !== undefined);
}

function isVerbHere(
  draft: Draft,
  { word, key, at }: Readonly<{ word: string; key: string; at: number }>,
): boolean {
  if (isGotten(draft)) return false;
  return (isVerb(key) && canBeVerb(draft.next, word)) || followsSubject(draft, { word, at });
}

/** "got praise", "received help": what one gets is a thing. */
function isGotten({ tokens, next }: Draft): boolean {
  const last = tokens.at(-1);
  return last?.isVerb === true && GETTING().has(last.key) && next.marker === "";
}

/** Right behind a name, a word we do not know can only be what the name does. */
function followsSubject(
  { tokens, next, subjectEnd }: Draft,
  { word, at }: Readonly<{ word: string; at: number }>,
): boolean {
  const last = tokens.at(-1);
  if (ADVERBS().has(word) || word.endsWith("ly")) return false;
  if (last === undefined || subjectEnd !== undefined || next.marker !== "") return false;
  return last.kind === "name" && !last.isOwner && last.at === at - 1;
}

function tenseOf({ marker, isPerfect }: NextWord, word: string): Token["tense"] {
  if (isPerfect) return "perfect";
  return isSimplePast(word) && marker !== "be" ? "past" : "other";
}

function startsPredicate({ tokens, next }: Draft, key: string, verb: boolean): boolean {
  const isOwned = tokens.at(-1)?.isOwner === true;
  return AUXILIARIES().has(key) || (verb && next.marker === "" && !isOwned);
}

/** After an article or a preposition "book" and "bike" are things. */
function canBeVerb({ marker, isDetermined }: NextWord, word: string): boolean {
  if (isDetermined) return false;
  return marker === "" || marker === "be" || marker === "to" || word.endsWith("ing");
}

function endSubject(draft: Draft): void {
  if (draft.tokens.some(isBare)) draft.subjectEnd ??= draft.tokens.length;
}

function finish(draft: Draft): Statement {
  const tokens = draft.tokens.map(employed);
  return {
    tokens,
    negations: reachesOf(draft.negations, tokens.length),
    subject: subjectOf(tokens, draft.isPassive, draft.subjectEnd),
    pronoun: draft.pronoun,
    isPassive: draft.isPassive,
    isPast: draft.isPast,
    wasOnce: draft.wasOnce,
    isReadable: draft.known > 0 || tokens.length <= FEW_WORDS,
  };
}

/** "works as a nurse" is a nurse; "works ten hours" says more than ten hours. */
function employed(token: Token, at: number, all: readonly Token[]): Token {
  const isCounted = token.key === "work" && all[at + 1]?.kind === "number";
  return isCounted ? { ...token, isLight: false } : token;
}

function reachesOf(starts: readonly number[], end: number): number[][] {
  const reaches: number[][] = [];
  for (const start of starts) {
    const reach: number[] = [];
    for (let i = start; i < end && i < start + NEGATION_REACH; i += 1) reach.push(i);
    reaches.push(reach);
  }
  return reaches;
}

/** How many words a doer after "by" may take: "by Ana Silva", "by a young man". */
const AGENT_WORDS = 3;

/** Indexes. In the passive the doer, after "by"; else what stands bare before the predicate. */
function subjectOf(
  tokens: readonly Token[],
  isPassive: boolean,
  predicateStart: number | undefined,
): number[] {
  const indexes = tokens.map((_, index) => index);
  if (isPassive) {
    const agent = tokens.findIndex(({ marker }) => marker === "by");
    return indexes.filter(
      (i) => i === agent || (i > agent && i < agent + AGENT_WORDS && isBareAt(tokens, i)),
    );
  }
  const end = predicateStart ?? tokens.findIndex((token) => isBare(token) && !isWhen(token)) + 1;
  const before = indexes.filter((i) => i < end && isOfSubject(tokens, i));
  return before.length > 0 ? before : indexes.slice(0, 1);
}

/** "Every Friday" opens a sentence and is about nobody. */
function isWhen({ kind, isLight }: Token): boolean {
  return kind === "date" || isLight;
}

function isBare({ marker }: Token): boolean {
  return marker === "" || marker === "be";
}

/** "the deadline for the report" is about the report as much as about the deadline. */
function isOfSubject(tokens: readonly Token[], index: number): boolean {
  const marker = tokens[index]?.marker;
  return isBareAt(tokens, index) || (index > 0 && (marker === "of" || marker === "for"));
}

function isBareAt(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return token !== undefined && isBare(token);
}
