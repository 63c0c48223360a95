// How likely a line is to be worth keeping: a short sum of plain signs, with its weights in one table.

import { isStopWord, words } from "../../../model/text.ts";
import type { Draft } from "./draft.ts";
import type { Language, Rule } from "./language.ts";
import type { Scene } from "./scene.ts";

export type Weighed = Readonly<{
  draft: Draft;
  rules: readonly Rule[];
  hasDate: boolean;
  manner: Manner;
}>;

/** What the whole message shows, whichever of its lines is weighed. */
export type Manner = Readonly<
  Record<"messageLength" | "speakerWords" | "addresses" | "exclamations" | "laugh", number>
>;

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

const SIGNS = Object.entries(WEIGHTS);

/** From this weight on a rule finds what stays true of a person, however short the message. */
const DURABLE_WEIGHT = 2;
const ENOUGH_CONTENT_WORDS = 3;

export function mannerOf(text: string, language: Language): Manner {
  return {
    messageLength: share(count(text, /\S+/g), 80),
    speakerWords: share(count(text, language.speakerWords), 8),
    addresses: share(count(text, language.addressWords), 4),
    exclamations: share(count(text, /!/g), 4),
    laugh: Number(language.laughs.test(text)),
  };
}

export function worthOf(weighed: Weighed, scene: Scene, language: Language): number {
  const content = contentWords(weighed.draft, language);
  if (isEmpty(weighed, content)) return Number.NEGATIVE_INFINITY;
  const isShort = content < ENOUGH_CONTENT_WORDS;
  const signs: Readonly<Record<string, number>> = signsOf(weighed, scene, { isShort, language });
  let sum = 0;
  for (const [sign, weight] of SIGNS) sum += weight * (signs[sign] ?? 0);
  return sum;
}

function signsOf(
  { draft, rules, hasDate, manner }: Weighed,
  scene: Scene,
  { isShort, language }: Readonly<{ isShort: boolean; language: Language }>,
): Record<Sign, number> {
  const { clause } = draft;
  const ruleWeight = rules[0]?.weight ?? 0;
  return {
    base: 1,
    messageLength: manner.messageLength,
    speakerWords: manner.speakerWords,
    addresses: manner.addresses,
    exclamations: manner.exclamations,
    answersQuestion: Number(scene.answersQuestion),
    opensTalk: Number(scene.opensTalk),
    date: Number(hasDate),
    names: share(count(clause.plain, /(?<=[\p{Ll},] )(?!I\b)\p{Lu}\p{L}+/gu), 3),
    vague: share(count(clause.plain, language.vague), 4),
    general: Number(clause.lead === "general"),
    short: Number(isShort),
    rule: ruleWeight,
    durable: Number(ruleWeight >= DURABLE_WEIGHT),
    laugh: manner.laugh,
    reminder: Number(clause.isReminder),
  };
}

/** "I have not" and "it is nice" of nothing in particular tell nobody anything. */
function isEmpty({ draft, rules }: Weighed, content: number): boolean {
  const { lead, isReminder } = draft.clause;
  const isView = lead === "general" || lead === "impersonal";
  if (isReminder || (rules[0]?.weight ?? 0) >= DURABLE_WEIGHT) return false;
  const least = isView ? ENOUGH_CONTENT_WORDS : ENOUGH_CONTENT_WORDS - 1;
  return content < least;
}

/** Words that carry meaning; a negation alone does not. */
function contentWords({ plain }: Draft, { fillers }: Language): number {
  let content = 0;
  for (const word of words(plain))
    if (!isStopWord(word) && !fillers.negations.has(word)) content += 1;
  return content;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function share(found: number, most: number): number {
  return Math.min(found, most) / most;
}
