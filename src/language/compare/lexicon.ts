// Looks words up in the word lists: base form, classes of equals, opposites.

import { lazy } from "../../model/lazy.ts";
import { stem } from "../../model/text.ts";
import { listLines, namedLists } from "../word-lists.ts";

const WORDS = lazy(() => namedLists("english/words"));
const VERB_CLASSES = lazy(() => listLines("english/verbs"));
const NOUN_CLASSES = lazy(() => listLines("english/nouns"));
const QUALITY_CLASSES = lazy(() => listLines("english/qualities"));
const VERB_FORMS = lazy(() => baseForms("english/irregular-verbs"));
const IRREGULAR = lazy(() => new Map([...VERB_FORMS(), ...baseForms("english/irregular-nouns")]));
const PAST = wordSet("past_forms");
const UNCHANGED = wordSet("unchanged");
const CLASSES = lazy(() => classesOf([...VERB_CLASSES(), ...NOUN_CLASSES(), ...QUALITY_CLASSES()]));
const VERBS = lazy(
  () =>
    new Set([...classesOf(VERB_CLASSES()).keys(), ...VERB_FORMS().map(([, base]) => stem(base))]),
);
const QUALITIES = lazy(
  () =>
    new Set([
      ...classesOf(QUALITY_CLASSES()).keys(),
      ...["daily", "weekly", "monthly", "yearly"].map(stem),
    ]),
);
const NEAR = lazy(nearEquals);
const OPPOSED = lazy(opposedKeys);

/** The words of one of the lists of `words.txt`. */
export function wordsOf(list: string): readonly string[] {
  const words = WORDS().get(list);
  if (words === undefined) throw new Error(`english/words.txt has no list called ${list}.`);
  return words.split(" ");
}

export function wordSet(list: string): () => ReadonlySet<string> {
  return lazy(() => new Set(wordsOf(list)));
}

export function keySet(list: string): () => ReadonlySet<string> {
  return lazy(() => keysOf(wordsOf(list)));
}

/** What all forms of one word have in common: "found" is of "find", and not of "founded". */
export function keyOf(word: string): string {
  return stem(IRREGULAR().get(word) ?? word);
}

export function keysOf(words: Iterable<string>): ReadonlySet<string> {
  return new Set([...words].map(keyOf));
}

export function isKnown(key: string): boolean {
  return CLASSES().has(key) || VERBS().has(key) || OPPOSED().has(key);
}

export function isVerb(key: string): boolean {
  return VERBS().has(key);
}

/** A word that describes: behind "a" the noun is still to come. */
export function isQuality(key: string): boolean {
  return QUALITIES().has(key);
}

export function isSimplePast(word: string): boolean {
  return PAST().has(word) || (word.length > 4 && word.endsWith("ed"));
}

/** Also the few verbs whose participle is the verb itself. */
export function isParticiple(word: string): boolean {
  if (word.endsWith("ing")) return false;
  return /(?:ed|en)$/.test(word) || IRREGULAR().has(word) || UNCHANGED().has(word);
}

export function areEquals(key: string, other: string): boolean {
  if (key === other) return true;
  const classes = classesOfKey(key);
  for (const one of classesOfKey(other)) if (classes.includes(one)) return true;
  return false;
}

const NO_CLASSES: readonly string[] = [];

/** Words that share one of these are equals. */
export function classesOfKey(key: string): readonly string[] {
  return CLASSES().get(key) ?? NO_CLASSES;
}

export function equalsOf(key: string): ReadonlySet<string> {
  return NEAR().get(key) ?? new Set([key]);
}

export function areOpposites(key: string, other: string): boolean {
  return OPPOSED().get(key)?.has(other) ?? false;
}

export function hasOpposite(key: string): boolean {
  return OPPOSED().has(key);
}

function baseForms(list: string): [string, string][] {
  return listLines(list).flatMap((line) => {
    const [base = "", forms = ""] = line.split(": ");
    return forms.split(" ").map((form): [string, string] => [form, base]);
  });
}

/** A class is named by its line: a name, and not a number, as it stands beside words in what is matched. */
function classesOf(lines: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [line, text] of lines.entries())
    for (const key of keysOf(text.split(" ")))
      found.set(key, [...(found.get(key) ?? []), `line ${line}`]);
  return found;
}

/** A pair opposes every near-equal of both words, so "adore" stands against "loathe". */
function opposedKeys(): Map<string, Set<string>> {
  const opposed = new Map<string, Set<string>>();
  const add = (key: string, other: string) =>
    opposed.set(key, (opposed.get(key) ?? new Set()).add(other));
  for (const line of listLines("english/opposites")) {
    const [left = "", ...rights] = line.split(" ").map(keyOf);
    for (const one of equalsOf(left))
      for (const other of rights.flatMap((right) => [...equalsOf(right)])) {
        add(one, other);
        add(other, one);
      }
  }
  return opposed;
}

function nearEquals(): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>();
  for (const line of [...VERB_CLASSES(), ...NOUN_CLASSES(), ...QUALITY_CLASSES()]) {
    const keys = keysOf(line.split(" "));
    for (const key of keys) near.set(key, new Set([...(near.get(key) ?? []), ...keys]));
  }
  return near;
}
