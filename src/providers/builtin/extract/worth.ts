// How likely a line is to be worth keeping: a short sum of plain signs, with its weights in one table.

import { isStopWord, words } from "../../../model/text.ts";
import type { Draft } from "./draft.ts";
import type { Language, Rule } from "./language.ts";
import type { Scene } from "./scene.ts";

export type Weighed = Readonly<{ draft: Draft; rules: readonly Rule[]; hasDate: boolean }>;

type Sign = keyof typeof WEIGHTS;

/**
 * A line is kept when its sum is above zero. The first group was fitted by logistic regression on which turns of
 * long two-person talks people noted facts from; the second is set by hand, because such talks hold too few of them.
 */
const WEIGHTS = {
  base: -0.4,
  messageLength: 1.6,
  speakerWords: 1.4,
  addresses: -0.3,
  exclamations: -0.5,
  answersQuestion: 1.1,
  opensTalk: 1.5,
  date: 1.1,
  names: 0.4,
  vague: -0.5,
  general: -0.4,
  short: -0.3,
  rule: 0.2,

  durable: 1.2,
  laugh: -1,
  reminder: 5,
} as const;

/** From this weight on a rule finds what stays true of a person, however short the message. */
const DURABLE_WEIGHT = 2;
const ENOUGH_CONTENT_WORDS = 3;

export function worthOf(weighed: Weighed, scene: Scene, language: Language): number {
  if (isEmpty(weighed, language)) return Number.NEGATIVE_INFINITY;
  const signs: Readonly<Record<string, number>> = signsOf(weighed, scene, language);
  return Object.entries(WEIGHTS).reduce(
    (sum, [sign, weight]) => sum + weight * (signs[sign] ?? 0),
    0,
  );
}

function signsOf(weighed: Weighed, scene: Scene, language: Language): Record<Sign, number> {
  const { clause } = weighed.draft;
  const { text } = scene.message;
  const ruleWeight = weighed.rules[0]?.weight ?? 0;
  return {
    base: 1,
    messageLength: share(count(text, /\S+/g), 80),
    speakerWords: share(count(text, language.speakerWords), 8),
    addresses: share(count(text, language.addressWords), 4),
    exclamations: share(count(text, /!/g), 4),
    answersQuestion: Number(scene.answersQuestion),
    opensTalk: Number(scene.opensTalk),
    date: Number(weighed.hasDate),
    names: share(count(clause.plain, /(?<=[\p{Ll},] )(?!I\b)\p{Lu}\p{L}+/gu), 3),
    vague: share(count(clause.plain, language.vague), 4),
    general: Number(clause.lead === "general"),
    short: Number(contentWords(weighed.draft, language) < ENOUGH_CONTENT_WORDS),
    rule: ruleWeight,
    durable: Number(ruleWeight >= DURABLE_WEIGHT),
    laugh: Number(language.laughs.test(text)),
    reminder: Number(clause.isReminder),
  };
}

/** "I have not" and "it is nice" of nothing in particular tell nobody anything. */
function isEmpty({ draft, rules }: Weighed, language: Language): boolean {
  const { lead, isReminder } = draft.clause;
  const isView = lead === "general" || lead === "impersonal";
  if (isReminder || (rules[0]?.weight ?? 0) >= DURABLE_WEIGHT) return false;
  const least = isView ? ENOUGH_CONTENT_WORDS : ENOUGH_CONTENT_WORDS - 1;
  return contentWords(draft, language) < least;
}

/** Words that carry meaning; a negation alone does not. */
function contentWords({ plain }: Draft, { fillers }: Language): number {
  return words(plain).filter((word) => !isStopWord(word) && !fillers.negations.has(word)).length;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function share(found: number, most: number): number {
  return Math.min(found, most) / most;
}
