// Finds what a model most easily makes up: numbers, names and dates of a fact that nobody said.

import { readStatement } from "../../model/compare/statement.ts";
import { stem, words } from "../../model/text.ts";
import { dateNames } from "./date-names.ts";

type Told = Readonly<{
  text: string;
  author: string;
  validFrom?: string | undefined;
  validTo?: string | undefined;
}>;
type Scene = Readonly<{ at: string; names: readonly string[] }>;
type Token = ReturnType<typeof readStatement>["tokens"][number];

/** Someone else may be meant without being named. */
const OTHERS = /\b(?:you|your|yours|we|us|our|ours|he|him|his|she|her|hers|they|them|their)\b/i;
/** A date may be worked out where the message speaks of time. */
const TIME =
  /\b(?:ago|last|next|since|until|till|past|coming|week|month|year|day|now|soon|later|earlier|recently|born|old)s?\b/i;
/** How far a number may stand from its month: "April 20, 2026". */
const DATE_REACH = 2;
const YEAR = /^n(?:19|20)\d\d$/;

/** `excused`: stems of the names and date words that the fact may use though the message does not. */
export function invented(
  told: Told,
  said: string,
  scene: Scene,
): Readonly<{ words: readonly string[]; excused: ReadonlySet<string> }> {
  const names = new Set(words(allowedNames(told.author, said, scene.names).join(" ")));
  const saidWords = new Set(words(said));
  const tokens = readStatement(told.text).tokens;
  const unnamed = tokens.filter(
    ({ kind, word }) =>
      kind === "name" && !words(word).every((one) => saidWords.has(one) || names.has(one)),
  );
  const { unheard, unsaid } = quantitiesOf(tokens, told, { said, scene });
  const excused = new Set<string>();
  for (const name of names) excused.add(stem(name));
  for (const { word } of unheard) excused.add(stem(word));
  return { words: [...unnamed, ...unsaid].map((token) => token.word), excused };
}

type Hearing = Readonly<{ said: string; scene: Scene }>;

/** Numbers and dates: those that the message does not have, and of them those that do not follow from it either. */
function quantitiesOf(
  tokens: readonly Token[],
  told: Told,
  { said, scene }: Hearing,
): Readonly<{ unheard: readonly Token[]; unsaid: readonly Token[] }> {
  const quantities = tokens.filter(({ kind }) => kind === "number" || kind === "date");
  if (quantities.length === 0) return { unheard: [], unsaid: [] };
  const source = readStatement(said).tokens;
  const keys = new Set(source.map((token) => token.key));
  const unheard = quantities.filter((token) => !keys.has(token.key));
  if (unheard.length === 0) return { unheard, unsaid: [] };
  const dates = new Set(workedOut(told, { said, source, scene }));
  const unsaid = unheard.filter((token) => !(isOfDate(token, tokens) && dates.has(token.key)));
  return { unheard, unsaid };
}

function allowedNames(author: string, said: string, names: readonly string[]): readonly string[] {
  return OTHERS.test(said) ? [author, ...names] : [author];
}

type Source = Readonly<{ said: string; source: readonly Token[]; scene: Scene }>;

/** The day it was said, and the days the fact gives itself where the message speaks of time at all. */
function workedOut(told: Told, { said, source, scene }: Source): readonly string[] {
  const speaksOfTime = TIME.test(said) || source.some((token) => token.kind === "date");
  const days = speaksOfTime ? [scene.at, told.validFrom, told.validTo] : [scene.at];
  return days
    .filter((day) => day !== undefined)
    .flatMap(dateNames)
    .flatMap((name) => readStatement(name).tokens.map((token) => token.key));
}

/** A bare number is a quantity, whatever day it happens to be. */
function isOfDate(token: Token, all: readonly Token[]): boolean {
  if (token.kind === "date" || YEAR.test(token.key)) return true;
  return all.some(
    (other) => other.key.startsWith("month") && Math.abs(other.at - token.at) <= DATE_REACH,
  );
}
