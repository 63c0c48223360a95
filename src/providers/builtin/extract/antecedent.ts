// Says whom "he" or "she" means when someone in the author's life was named just before.
// Things are not looked up: what "it" meant is wrong too often, and a wrong fact is worse than none.

import { findDanglingPronoun } from "./dangling.ts";
import type { Language } from "./language.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Undefined when nobody fits, or another pronoun would still be left hanging. */
export function resolvePerson(
  tokens: readonly Token[],
  earlier: readonly string[],
  language: Language,
): Token[] | undefined {
  const at = findDanglingPronoun(tokens, language);
  const pronoun = tokens[at];
  if (pronoun === undefined || !language.antecedents.needsPerson.has(pronoun.lower))
    return undefined;
  const person = [...earlier.join(" ").matchAll(language.kin)].at(-1)?.[0];
  if (person === undefined) return undefined;
  const isOwner = language.antecedents.owners.has(pronoun.lower);
  const said = isOwner ? language.retold.owner.replace("{name}", person) : person;
  const resolved = [...tokens.slice(0, at), ...tokenize(said, language), ...tokens.slice(at + 1)];
  return findDanglingPronoun(resolved, language) < 0 ? resolved : undefined;
}
