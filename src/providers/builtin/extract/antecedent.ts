// Gives a pronoun what it stands for, looked up in what was said just before.

import { isStopWord } from "../../../model/text.ts";
import { findDanglingPronoun } from "./dangling.ts";
import type { Language } from "./language.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Something said earlier; in another's words "your" is the author's and "my" is not. */
export type Source = Readonly<{ text: string; isOther: boolean }>;

const MAX_WORDS = 3;

/** Undefined when nothing fits or another pronoun would still be left hanging. */
export function resolvePronoun(
  tokens: readonly Token[],
  sources: readonly Source[],
  language: Language,
): Token[] | undefined {
  const at = findDanglingPronoun(tokens, language);
  const pronoun = tokens[at];
  if (pronoun === undefined) return undefined;
  const wanted = wantedBy(pronoun.lower, language);
  if (wanted === undefined) return undefined;
  for (const source of sources) {
    const phrase = wanted === "person" ? findPerson(source, language) : findThing(source, wanted, language);
    if (phrase === undefined) continue;
    const isOwner = language.antecedents.owners.has(pronoun.lower);
    const said = isOwner ? language.retold.owner.replace("{name}", phrase) : phrase;
    const resolved = [...tokens.slice(0, at), ...tokenize(said, language), ...tokens.slice(at + 1)];
    return findDanglingPronoun(resolved, language) < 0 ? resolved : undefined;
  }
  return undefined;
}

function wantedBy(pronoun: string, { antecedents }: Language): "person" | "several" | "thing" | undefined {
  if (antecedents.needsPerson.has(pronoun)) return "person";
  if (antecedents.needsSeveral.has(pronoun)) return "several";
  return antecedents.needsThing.has(pronoun) ? "thing" : undefined;
}

function findPerson({ text, isOther }: Source, language: Language): string | undefined {
  const pattern = isOther ? language.kin.theirs : language.kin.mine;
  const found = [...text.matchAll(pattern)].at(-1)?.[0];
  return found === undefined ? undefined : turn(found, isOther, language);
}

/** The last noun phrase that opens with an article or an owner: "the ice cream", "your trip". */
function findThing(
  { text, isOther }: Source,
  wanted: "several" | "thing",
  language: Language,
): string | undefined {
  const { antecedents } = language;
  for (const match of [...text.matchAll(antecedents.determiner)].reverse()) {
    const words = nounsAfter(text.slice(match.index + match[0].length));
    const last = words.at(-1)?.toLowerCase() ?? "";
    const isSeveral = antecedents.several.test(last);
    if (last === "" || antecedents.empty.has(last) || isSeveral !== (wanted === "several")) continue;
    return turn(`${match[0].trim()} ${words.join(" ")}`, isOther, language);
  }
  return undefined;
}

function nounsAfter(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}'-]+|[^\s]/gu)) {
    if (!/\p{L}/u.test(word) || isStopWord(word.toLowerCase().replace("'", ""))) break;
    words.push(word);
  }
  return words.length > MAX_WORDS ? [] : words;
}

/** Whose it is, from the author's side. */
function turn(phrase: string, isOther: boolean, { antecedents }: Language): string {
  const [first = "", ...rest] = phrase.split(" ");
  const table = isOther ? antecedents.turnedByOther : antecedents.turned;
  return [table.get(first.toLowerCase()) ?? first.toLowerCase(), ...rest].join(" ");
}
