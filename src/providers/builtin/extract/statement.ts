// A clause retold as a line of its own: third person, neutral, one sentence.

import type { Clause } from "./clause.ts";
import { hasDanglingPronoun } from "./dangling.ts";
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
    isGeneral: isAttributed && !hasFirst(clause, language),
    isAttributed,
  };
  if (clause.lead !== "reference" && hasDanglingPronoun(clause.tokens, language)) return undefined;
  const told = tellInThirdPerson(neutral(definite(clause, language), language), cast, language);
  if (told === undefined) return undefined;
  const text = isAttributed ? attribute(told, clause, { scene, language }) : told;
  return finish(text);
}

/** First letter large, one full stop, and short enough, or nothing. */
export function finish(text: string): string | undefined {
  const tidy = text
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/^[\s,;:'-]+/, "")
    .replace(/[\s,;:–-]+$/, "");
  const whole = /[.]$/.test(tidy) ? tidy : `${tidy}.`;
  const fitting = whole.length <= MAX_LENGTH ? whole : shorten(tidy);
  return fitting === undefined ? undefined : fitting.charAt(0).toUpperCase() + fitting.slice(1);
}

function shorten(text: string): string | undefined {
  const room = text.slice(0, MAX_LENGTH - 1);
  const at = Math.max(...[", ", " and ", " but ", " so ", " because "].map((b) => room.lastIndexOf(b)));
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
  const { thinks, said } = language.attribution;
  const verb = language.present.test(clause.plain) ? thinks : said;
  const isName = /^\p{Lu}\S*\p{Lu}/u.test(told) || scene.names.some((name) => told.startsWith(name));
  const rest = isName ? told : told.charAt(0).toLowerCase() + told.slice(1);
  return verb.replace("{name}", scene.author) + rest;
}

/** "This book" points at something nobody will see later; "the book" does not. */
function definite(clause: Clause, language: Language): readonly Token[] {
  return clause.tokens.map((word, at) => {
    const rest = join(clause.tokens.slice(at, at + 2));
    const isPointing = language.demonstrative.test(rest) && (at === 0 || word.lower !== "that");
    return isPointing ? { ...token(language.definite), isSpaced: word.isSpaced } : word;
  });
}

/** Emphasis goes, unless a negation before it makes it part of the meaning. */
function neutral(tokens: readonly Token[], { fillers }: Language): Token[] {
  const kept: Token[] = [];
  tokens.forEach((word, i) => {
    const before = tokens[i - 1]?.lower ?? "";
    const next = tokens[i + 1];
    const isNegated = fillers.negations.has(before);
    const isFiller = fillers.words.has(word.lower) && !isNegated && next?.isWord === true;
    const intensifies =
      word.lower === fillers.intensifier &&
      fillers.intensifies.has(before) &&
      next !== undefined &&
      next.isWord &&
      !fillers.notBefore.has(next.lower);
    const isArticle = word.lower === fillers.article && /^an?$/.test(next?.lower ?? "");
    if (!(isFiller || intensifies || isArticle)) kept.push(word);
  });
  return kept.length === 0 ? [token("")] : kept;
}
