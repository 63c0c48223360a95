// A clause retold as a line of its own: third person, neutral, one sentence.

import { isStopWord } from "../../../model/text.ts";
import type { Clause } from "./clause.ts";
import type { Language } from "./language.ts";
import type { Scene } from "./scene.ts";
import { type Cast, tellInThirdPerson } from "./third-person.ts";
import { join, type Token, token } from "./tokens.ts";

export const MAX_LENGTH = 280;

/** Undefined when it could not be told without leaning on something unsaid. */
export function retell(clause: Clause, scene: Scene, language: Language): string | undefined {
  const isAttributed = needsAttribution(clause, language);
  const cast: Cast = {
    author: scene.author,
    addressee: scene.addressee,
    group: scene.group,
    isOneBody: scene.group === language.wholeGroup,
    isGeneral: isAttributed && !hasFirst(clause, language),
    isAttributed,
  };
  const told = tellInThirdPerson(neutral(definite(clause, language), language), cast, language);
  if (told === undefined) return undefined;
  const text = isAttributed ? attribute(told, clause, { scene, language }) : told;
  return finish(text, language);
}

/** First letter large, one full stop, and short enough, or nothing. */
export function finish(text: string, language: Language): string | undefined {
  const tidy = text
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/^[\s,;:'-]+/, "")
    .replace(/[\s,;:–-]+$/, "");
  if (language.cutOff.test(tidy)) return undefined;
  const whole = /[.]$/.test(tidy) ? tidy : `${tidy}.`;
  const fitting = whole.length <= MAX_LENGTH ? whole : shorten(tidy, language);
  return fitting === undefined ? undefined : fitting.charAt(0).toUpperCase() + fitting.slice(1);
}

function shorten(text: string, language: Language): string | undefined {
  const room = text.slice(0, MAX_LENGTH - 1);
  const at = Math.max(...language.breaks.map((word) => room.lastIndexOf(word)));
  return at < MAX_LENGTH / 2 ? undefined : `${room.slice(0, at)}.`;
}

function needsAttribution(clause: Clause, language: Language): boolean {
  if (clause.isReminder) return false;
  if (clause.lead === "impersonal") return true;
  return clause.lead === "general" && !hasFirst(clause, language);
}

function hasFirst(clause: Clause, language: Language): boolean {
  return clause.tokens.some(({ lower }) =>
    Object.values(language.first).some((words) => words.has(lower)),
  );
}

function attribute(
  told: string,
  clause: Clause,
  { scene, language }: Readonly<{ scene: Scene; language: Language }>,
): string {
  const { thinks, said, after, evaluative } = language.attribution;
  const first = told.match(/^[\p{L}']+/u)?.[0].toLowerCase() ?? "";
  const mayBeName = !(isStopWord(first) || language.verbs.participle.test(first));
  if (mayBeName) return told + after.replace("{name}", scene.author);
  const verb = evaluative.test(clause.plain) ? thinks : said;
  return verb.replace("{name}", scene.author) + told.charAt(0).toLowerCase() + told.slice(1);
}

/** "This book" points at something nobody will see later; "the book" does not. */
function definite(clause: Clause, language: Language): readonly Token[] {
  const told: Token[] = [];
  for (const [at, word] of clause.tokens.entries())
    told.push(isPointing(clause, at, language) ? token(language.definite, word.isSpaced) : word);
  return told;
}

function isPointing({ tokens }: Clause, at: number, language: Language): boolean {
  if (!language.demonstrative.test(join(tokens, at, at + 2))) return false;
  const before = tokens[at - 1]?.lower ?? "";
  const isObject = tokens[at]?.lower !== "that" && !opensClause(before, language);
  return at === 0 || isObject || language.verbs.takesObject.has(before);
}

function opensClause(word: string, language: Language): boolean {
  return language.subordinators.has(word) || language.retold.joins.has(word);
}

/** Emphasis goes, unless a negation before it makes it part of the meaning. */
function neutral(tokens: readonly Token[], language: Language): Token[] {
  const told: Token[] = [];
  for (const [at, word] of tokens.entries())
    if (!isEmphasis(word, { before: tokens[at - 1], next: tokens[at + 1] }, language))
      told.push(word);
  return told;
}

type Beside = Readonly<{ before: Token | undefined; next: Token | undefined }>;

function isEmphasis({ lower }: Token, { before, next }: Beside, { fillers }: Language): boolean {
  if (next?.isWord !== true) return false;
  const last = before?.lower ?? "";
  if (fillers.words.has(lower) && !fillers.negations.has(last)) return true;
  if (lower === fillers.beforeArticle && /^an?$/.test(next.lower)) return true;
  const isIntensifier = lower === fillers.intensifier && fillers.intensifies.has(last);
  return isIntensifier && !fillers.notBefore.has(next.lower);
}
