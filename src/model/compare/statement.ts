// A statement as the comparison reads it: the words that carry meaning, each with its place in the sentence.

import { weighed } from "./constructions.ts";
import { type Lexeme, lexemes } from "./lexemes.ts";
import {
  FILLERS,
  LIGHT_WORDS,
  NEGATIONS,
  PREPOSITIONS,
  PRONOUNS,
} from "./lexicon/function-words.ts";
import { isKnown, isParticiple, isSimplePast, isVerb, keyOf, keysOf } from "./lexicon.ts";
import { plain } from "./phrases.ts";
import { quantityAt } from "./quantities.ts";

export type Token = Readonly<{
  word: string;
  key: string;
  kind: "word" | "name" | "number" | "date";
  /** Place among all words, grammar included: two tokens are neighbours when these are. */
  at: number;
  /** The preposition before it, `be` after a copula, empty when it stands bare. */
  marker: string;
  isVerb: boolean;
  isPast: boolean;
  /** Light words may stand on one side only. */
  isLight: boolean;
  possessive: boolean;
  joined: boolean;
  afterStop: boolean;
  singular: boolean;
}>;

export type Statement = Readonly<{
  tokens: readonly Token[];
  /** For each negation the indexes of the tokens it may speak of. */
  negations: readonly (readonly number[])[];
  /** Indexes of the tokens that say whom or what the statement is about. */
  subject: readonly number[];
  pronoun: string | undefined;
  isPassive: boolean;
  /** Enough grammar was recognised to trust the word lists. */
  isReadable: boolean;
}>;

type Draft = {
  tokens: Token[];
  negations: number[];
  /** Where the subject ends: tokens from here on belong to the predicate. */
  subjectEnd: number | undefined;
  pronoun: string | undefined;
  sawBe: boolean;
  isPassive: boolean;
  grammar: number;
  marker: string;
  joined: boolean;
  singular: boolean;
  isPerfect: boolean;
  isDetermined: boolean;
};

const LIGHT = keysOf(LIGHT_WORDS);
const AUXILIARIES = keysOf(
  "be have do will would can may must should not never no dislike like".split(" "),
);
const ENDING_VERBS = keysOf(["stop", "quit", "cease"]);
const DETERMINERS = new Set("a an the this that these those his her its their some any".split(" "));
/** "before every meal" is before the meal. */
const QUANTIFIERS = new Set("every all many few several".split(" "));
const EMPTY_HEADS = keysOf(["person", "individual", "guy"]);
const TARGETS = 2;

export function readStatement(text: string): Statement {
  const found = plain(lexemes(text));
  const isHeadline = capitalsSayNothing(found);
  const draft = emptyDraft();
  let index = 0;
  while (index < found.length) {
    const lexeme = found[index];
    if (lexeme === undefined) break;
    const quantity = quantityAt(found, index);
    if (quantity === undefined) readWord(draft, found, { index, isHeadline });
    else
      for (const key of quantity.keys)
        push(draft, { ...lexeme, key }, { kind: quantity.kind, at: index });
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
    sawBe: false,
    isPassive: false,
    grammar: 0,
    marker: "",
    joined: false,
    singular: false,
    isPerfect: false,
    isDetermined: false,
  };
}

function readWord(
  draft: Draft,
  all: readonly Lexeme[],
  { index, isHeadline }: Readonly<{ index: number; isHeadline: boolean }>,
): void {
  const lexeme = all[index];
  if (lexeme === undefined) return;
  const { word, key } = lexeme;
  const next = all[index + 1];
  if (isNegation(lexeme, next)) {
    draft.negations.push(draft.tokens.length);
    draft.grammar += 1;
    if (word === "without") draft.marker = "with";
    endSubject(draft);
  } else if (isMarker(lexeme, next)) {
    draft.marker = key === "be" ? "be" : word;
    draft.grammar += 1;
    if (key === "be") endSubject(draft);
    draft.sawBe ||= key === "be";
    if (word === "by" && draft.sawBe) draft.isPassive = true;
  } else if (PRONOUNS.has(word) && !isInitialism(lexeme)) {
    draft.pronoun ??= word;
    draft.grammar += 1;
  } else if (isFiller(lexeme, next)) readFiller(draft, lexeme);
  else {
    const kind = !isHeadline && isName(lexeme, next) ? "name" : "word";
    push(draft, lexeme, { kind, at: index });
  }
}

function readFiller(draft: Draft, { word, key }: Lexeme): void {
  draft.grammar += 1;
  draft.joined ||= word === "and" || word === "or";
  draft.singular = word === "a" || word === "an" || word === "one";
  draft.isDetermined = DETERMINERS.has(word);
  draft.isPerfect ||= key === "have";
  if (AUXILIARIES.has(key)) endSubject(draft);
}

/** "has" before a participle only builds a tense. */
function isFiller({ word, key }: Lexeme, next: Lexeme | undefined): boolean {
  if (FILLERS.has(word) || key === "do") return true;
  return (
    key === "have" &&
    next !== undefined &&
    (next.word === "been" || (isVerb(next.key) && isParticiple(next.word)))
  );
}

function isNegation({ word, key }: Lexeme, next: Lexeme | undefined): boolean {
  return NEGATIONS.has(word) || (ENDING_VERBS.has(key) && next?.word.endsWith("ing") === true);
}

/** A preposition with nothing after it is a word in its own right: "the light is on". */
function isMarker({ word, key }: Lexeme, next: Lexeme | undefined): boolean {
  if (key === "be") return true;
  return PREPOSITIONS.has(word) && next !== undefined && !next.afterStop;
}

function isInitialism({ word, capital }: Lexeme): boolean {
  return word === "us" && capital;
}

function isName(lexeme: Lexeme, next: Lexeme | undefined): boolean {
  if (!lexeme.capital) return false;
  if (!lexeme.initial) return true;
  if (isKnown(lexeme.key) || lexeme.word.endsWith("ing")) return false;
  const isPlural = lexeme.word.endsWith("s") && /^(?:are|were|have|do)$/.test(next?.word ?? "");
  return !isPlural;
}

/** In a headline every word has a capital, so a capital names nobody. */
function capitalsSayNothing(all: readonly Lexeme[]): boolean {
  const content = all.filter(({ word, initial }) => !initial && /^\p{L}{3,}/u.test(word));
  const lower = content.filter(({ capital, word }) => !capital && !FILLERS.has(word));
  return content.length >= 4 && lower.length <= content.length * 0.2;
}

function push(
  draft: Draft,
  lexeme: Lexeme,
  { kind, at }: Readonly<{ kind: Token["kind"]; at: number }>,
): void {
  const { word, key, possessive, afterStop } = lexeme;
  const isWord = kind === "word";
  const verb = isWord && isVerb(key) && canBeVerb(draft, word);
  const isPredicate = (verb && draft.marker === "" && !isOwned(draft)) || AUXILIARIES.has(key);
  if (isPredicate) endSubject(draft);
  const { marker, joined, singular } = draft;
  const isPast = verb && isSimplePast(word) && marker !== "be" && !draft.isPerfect;
  // "is a shy person" says "is shy"; as the subject a person counts.
  const isEmptyHead = EMPTY_HEADS.has(key) && draft.subjectEnd !== undefined;
  const isLight = isWord && (LIGHT.has(key) || isEmptyHead);
  draft.tokens.push({
    ...{ word, key, kind, at, marker, isLight, possessive, joined, afterStop, singular, isPast },
    isVerb: verb,
  });
  draft.grammar += isWord && isKnown(key) ? 1 : 0;
  if (!QUANTIFIERS.has(word)) draft.marker = "";
  draft.joined = false;
  draft.singular = false;
  draft.isPerfect = false;
  draft.isDetermined = false;
}

/** After an article or a preposition "book" and "bike" are things. */
function canBeVerb({ marker, isDetermined }: Draft, word: string): boolean {
  if (isDetermined) return false;
  return marker === "" || marker === "be" || marker === "to" || word.endsWith("ing");
}

function isOwned({ tokens }: Draft): boolean {
  return tokens.at(-1)?.possessive === true;
}

function endSubject(draft: Draft): void {
  if (draft.tokens.some(isBare)) draft.subjectEnd ??= draft.tokens.length;
}

const isBare = ({ marker }: Token): boolean => marker === "" || marker === "be";

function finish(draft: Draft): Statement {
  const { pronoun, isPassive } = draft;
  const tokens = weighed(draft.tokens);
  const negations = draft.negations.map((from) =>
    Array.from({ length: TARGETS }, (_, step) => from + step).filter((i) => i < tokens.length),
  );
  return {
    ...{ tokens, negations, pronoun, isPassive },
    subject: subjectOf(draft),
    isReadable: draft.grammar > 0 || tokens.length <= 1,
  };
}

/** In the passive the doer stands after "by"; else what stands bare before the predicate. */
function subjectOf({ tokens, isPassive, subjectEnd }: Draft): number[] {
  const indexes = tokens.map((_, index) => index);
  if (isPassive) {
    const agent = tokens.findIndex(({ marker }) => marker === "by");
    return indexes.filter(
      (i) => i === agent || (i > agent && i <= agent + 2 && isBareAt(tokens, i)),
    );
  }
  const end = subjectEnd ?? tokens.findIndex(isBare) + 1;
  const before = indexes.filter((i) => i < end && isOfSubject(tokens, i));
  return before.length > 0 ? before : indexes.slice(0, 1);
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

/** Exported for word lists that are matched against tokens. */
export function tokenKeys(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(keyOf));
}
