// Reads a statement: the words that carry meaning, each with its place in the sentence, and whom it is about.

import { weighed } from "./constructions.ts";
import { type Lexeme, lexemes } from "./lexemes.ts";
import { LIGHT_WORDS } from "./lexicon/function-words.ts";
import { isKnown, isSimplePast, isVerb, keysOf } from "./lexicon.ts";
import { plain } from "./phrases.ts";
import { quantityAt } from "./quantities.ts";
import { isBare, subjectOf } from "./subject-of.ts";
import type { Statement, Token } from "./token.ts";
import { isHeadline, roleOf, type WordRole } from "./word-roles.ts";

/** What was read so far, and what the grammar just passed says of the next word. */
type Draft = {
  tokens: Token[];
  negations: number[];
  /** Where the subject ends: tokens from here on belong to the predicate. */
  subjectEnd: number | undefined;
  pronoun: string | undefined;
  hasCopula: boolean;
  isPassive: boolean;
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
}>;

const BARE: NextWord = {
  marker: "",
  isJoined: false,
  isSingular: false,
  isPerfect: false,
  isDetermined: false,
};
const LIGHT = keysOf(LIGHT_WORDS);
const AUXILIARIES = keysOf("have do will would can may must should dislike like".split(" "));
const DETERMINERS = new Set("a an the this that these those his her its their some any".split(" "));
const SINGULAR = new Set(["a", "an", "one"]);
/** "before every meal" is before the meal. */
const QUANTIFIERS = new Set("every all many few several".split(" "));
const EMPTY_HEADS = keysOf(["person", "individual", "guy"]);
/** A negation may speak of this many words after it. */
const NEGATION_REACH = 2;

export function readStatement(text: string): Statement {
  const found = plain(lexemes(text));
  const inCapitals = isHeadline(found);
  const draft = emptyDraft();
  let index = 0;
  while (index < found.length) {
    const lexeme = found[index];
    if (lexeme === undefined) break;
    const quantity = quantityAt(found, index);
    for (const key of quantity?.keys ?? [])
      push(draft, { ...lexeme, key }, { kind: quantity?.kind ?? "number", at: index });
    if (quantity === undefined)
      readWord(draft, lexeme, { role: roleOf(lexeme, found[index + 1], inCapitals), at: index });
    index += quantity?.length ?? 1;
  }
  return finish(draft);
}

function emptyDraft(): Draft {
  return {
    tokens: [],
    negations: [],
    subjectEnd: undefined,
    pronoun: undefined,
    hasCopula: false,
    isPassive: false,
    known: 0,
    next: BARE,
  };
}

function readWord(
  draft: Draft,
  lexeme: Lexeme,
  { role, at }: Readonly<{ role: WordRole; at: number }>,
): void {
  if (role === "name" || role === "word") {
    push(draft, lexeme, { kind: role, at });
    return;
  }
  draft.known += 1;
  if (role === "negation") readNegation(draft, lexeme);
  if (role === "copula") readCopula(draft);
  if (role === "preposition") readPreposition(draft, lexeme);
  if (role === "pronoun") draft.pronoun ??= lexeme.word;
  if (role === "filler") readFiller(draft, lexeme);
}

function readNegation(draft: Draft, { word }: Lexeme): void {
  draft.negations.push(draft.tokens.length);
  // "without" is "with", denied.
  if (word === "without") draft.next = { ...draft.next, marker: "with" };
  endSubject(draft);
}

function readCopula(draft: Draft): void {
  draft.next = { ...draft.next, marker: "be" };
  draft.hasCopula = true;
  endSubject(draft);
}

function readPreposition(draft: Draft, { word }: Lexeme): void {
  draft.next = { ...draft.next, marker: word };
}

function readFiller(draft: Draft, { word, key }: Lexeme): void {
  const { marker, isJoined, isPerfect } = draft.next;
  draft.next = {
    marker,
    isJoined: isJoined || word === "and" || word === "or",
    isSingular: SINGULAR.has(word),
    isPerfect: isPerfect || key === "have",
    isDetermined: DETERMINERS.has(word),
  };
  if (AUXILIARIES.has(key)) endSubject(draft);
}

function push(
  draft: Draft,
  { word, key, possessive, afterStop }: Lexeme,
  { kind, at }: Readonly<{ kind: Token["kind"]; at: number }>,
): void {
  const { marker, isJoined, isSingular } = draft.next;
  const verb = kind === "word" && isVerbHere(draft, { word, key, at });
  if (startsPredicate(draft, key, verb)) endSubject(draft);
  draft.tokens.push({
    word,
    key,
    kind,
    at,
    marker,
    afterStop,
    isJoined,
    isSingular,
    isVerb: verb,
    tense: verb ? tenseOf(draft.next, word) : "other",
    isLight: kind === "word" && isLightHere(draft, key),
    isOwner: possessive,
  });
  draft.isPassive ||= marker === "by" && draft.hasCopula && (kind === "word" || kind === "name");
  draft.known += isKnown(key) ? 1 : 0;
  draft.next = QUANTIFIERS.has(word) ? { ...BARE, marker } : BARE;
}

/** "is a shy person" says "is shy"; as the subject a person counts. */
function isLightHere({ subjectEnd }: Draft, key: string): boolean {
  return LIGHT.has(key) || (EMPTY_HEADS.has(key) && subjectEnd !== undefined);
}

function isVerbHere(
  draft: Draft,
  { word, key, at }: Readonly<{ word: string; key: string; at: number }>,
): boolean {
  return (isVerb(key) && canBeVerb(draft.next, word)) || followsSubject(draft, at);
}

/** Right behind a name, a word we do not know can only be what the name does. */
function followsSubject({ tokens, next, subjectEnd }: Draft, at: number): boolean {
  const last = tokens.at(-1);
  if (last === undefined || subjectEnd !== undefined || next.marker !== "") return false;
  return last.kind === "name" && !last.isOwner && last.at === at - 1;
}

function tenseOf({ marker, isPerfect }: NextWord, word: string): Token["tense"] {
  if (isPerfect) return "perfect";
  return isSimplePast(word) && marker !== "be" ? "past" : "other";
}

function startsPredicate({ tokens, next }: Draft, key: string, verb: boolean): boolean {
  const isOwned = tokens.at(-1)?.isOwner === true;
  return AUXILIARIES.has(key) || (verb && next.marker === "" && !isOwned);
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
  const { pronoun, isPassive, subjectEnd } = draft;
  const tokens = weighed(draft.tokens);
  const negations = draft.negations.map((from) =>
    Array.from({ length: NEGATION_REACH }, (_, step) => from + step).filter(
      (index) => index < tokens.length,
    ),
  );
  return {
    ...{ tokens, negations, pronoun, isPassive },
    subject: subjectOf(tokens, isPassive, subjectEnd),
    isReadable: draft.known > 0 || tokens.length <= 1,
  };
}
