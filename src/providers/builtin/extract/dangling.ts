// Finds the pronoun that points outside its clause. A line kept for years cannot say "it" of something nobody recalls.

import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";

type Seen = {
  person: boolean;
  several: boolean;
  thing: boolean;
  /** A thing named as the subject; "it" can mean that only in a later clause. */
  subject: boolean;
  hasVerb: boolean;
};

/** The place of the first pronoun with nothing before it to mean; -1 when there is none. */
export function findDanglingPronoun(tokens: readonly Token[], language: Language): number {
  const seen: Seen = {
    person: false,
    several: false,
    thing: false,
    subject: false,
    hasVerb: false,
  };
  return tokens.findIndex((word, at) => {
    const isDangling = dangles(word, tokens[at + 1], { seen, language });
    note(seen, word, { isFirst: at === 0, language });
    return isDangling;
  });
}

function dangles(
  word: Token,
  next: Token | undefined,
  { seen, language }: Readonly<{ seen: Seen; language: Language }>,
): boolean {
  const { antecedents } = language;
  if (antecedents.needsPerson.has(word.lower)) return !seen.person;
  if (antecedents.needsSeveral.has(word.lower)) return !seen.several;
  if (antecedents.needsThing.has(word.lower)) {
    return !(seen.thing || antecedents.impersonalBefore.has(next?.lower ?? ""));
  }
  const isAlone = next === undefined || !next.isWord || antecedents.aloneBefore.has(next.lower);
  if (antecedents.countsAlone.has(word.lower)) return isAlone && !(seen.thing || seen.several);
  return antecedents.pointsAlone.has(word.lower) && isAlone;
}

function note(
  seen: Seen,
  word: Token,
  { isFirst, language }: Readonly<{ isFirst: boolean; language: Language }>,
): void {
  const { antecedents } = language;
  const isName = !isFirst && /^\p{Lu}\p{Ll}/u.test(word.text);
  seen.person ||= isName || antecedents.persons.test(word.lower);
  seen.several ||= antecedents.several.test(word.lower);
  seen.hasVerb ||= language.finite.has(word.lower);
  // A thing behind its verb is all there is to find.
  if (seen.thing && seen.hasVerb) return;
  const isThing = isName || antecedents.things.test(word.lower);
  if (isThing && !seen.hasVerb) seen.subject = true;
  if ((isThing && seen.hasVerb) || (seen.subject && endsClause(word, language))) seen.thing = true;
}

function endsClause(word: Token, { subordinators, retold }: Language): boolean {
  return !word.isWord || subordinators.has(word.lower) || retold.joins.has(word.lower);
}
