// Looks words up in the word lists: base form, classes of equals, opposites.

import { lazy } from "../lazy.ts";
import { stem } from "../text.ts";
import { OPPOSITES } from "./lexicon/antonyms.ts";
import { IRREGULAR_NOUNS, IRREGULAR_VERBS, PAST_FORMS } from "./lexicon/irregular.ts";
import { NOUN_CLASSES } from "./lexicon/nouns.ts";
import { QUALITY_CLASSES } from "./lexicon/qualities.ts";
import { VERB_CLASSES } from "./lexicon/verbs.ts";

const IRREGULAR = new Map([...baseForms(IRREGULAR_VERBS), ...baseForms(IRREGULAR_NOUNS)]);
const PAST = new Set(PAST_FORMS.split(/\s+/));
const CLASSES = lazy(() => classesOf([VERB_CLASSES, NOUN_CLASSES, QUALITY_CLASSES]));
const VERBS = lazy(
  () =>
    new Set([
      ...classesOf([VERB_CLASSES]).keys(),
      ...baseForms(IRREGULAR_VERBS).map(([, base]) => stem(base)),
    ]),
);
const QUALITIES = lazy(
  () =>
    new Set([
      ...classesOf([QUALITY_CLASSES]).keys(),
      ...["daily", "weekly", "monthly", "yearly"].map(stem),
    ]),
);
const UNCHANGED = new Set("hit cut put set hurt let shut cost beat bet quit read".split(" "));
const NEAR = lazy(nearEquals);
const OPPOSED = lazy(opposedKeys);

/** The lines of a word list. */
export function lines(list: string): string[] {
  return list.split("\n").filter((line) => line !== "");
}

/** An irregular form as its base: "found" is of "find", and not of "founded". */
export function baseOf(word: string): string {
  return IRREGULAR.get(word) ?? word;
}

/** What all forms of one word have in common: irregular forms resolved, then stemmed. */
export function keyOf(word: string): string {
  return stem(baseOf(word));
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
  return PAST.has(word) || (word.length > 4 && word.endsWith("ed"));
}

/** Also the few verbs whose participle is the verb itself. */
export function isParticiple(word: string): boolean {
  if (word.endsWith("ing")) return false;
  return /(?:ed|en)$/.test(word) || IRREGULAR.has(word) || UNCHANGED.has(word);
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
  return lines(list).flatMap((line) => {
    const [base = "", forms = ""] = line.split(": ");
    return forms.split(" ").map((form): [string, string] => [form, base]);
  });
}

/** A class is named by its line: a name, and not a number, as it stands beside words in what is matched. */
function classesOf(lists: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [line, text] of lists.flatMap(lines).entries())
    for (const key of keysOf(text.split(" ")))
      found.set(key, [...(found.get(key) ?? []), `line ${line}`]);
  return found;
}

/** A pair opposes every near-equal of both words, so "adore" stands against "loathe". */
function opposedKeys(): Map<string, Set<string>> {
  const opposed = new Map<string, Set<string>>();
  const add = (key: string, other: string) =>
    opposed.set(key, (opposed.get(key) ?? new Set()).add(other));
  for (const line of lines(OPPOSITES)) {
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
  for (const line of [VERB_CLASSES, NOUN_CLASSES, QUALITY_CLASSES].flatMap(lines)) {
    const keys = keysOf(line.split(" "));
    for (const key of keys) near.set(key, new Set([...(near.get(key) ?? []), ...keys]));
  }
  return near;
}
