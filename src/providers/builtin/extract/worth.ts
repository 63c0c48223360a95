// How likely a statement is to be worth keeping: a short sum of plain signs, with its weights in one table.

import type { Lead } from "./clause.ts";
import type { Language, Rule } from "./language.ts";
import type { Scene } from "./scene.ts";

export type Statement = Readonly<{
  text: string;
  plain: string;
  lead: Lead;
  rules: readonly Rule[];
  hasDate: boolean;
  isReminder: boolean;
}>;

const WEIGHTS = {
  bias: 0,
} as const;

export function featuresOf(statement: Statement, scene: Scene, language: Language): Record<string, number> {
  const words = statement.plain.match(/[\p{L}\p{N}']+/gu) ?? [];
  const all = scene.message.text.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  const mine = all.filter((w) => /^(?:i|i['’]m|i['’]ve|my|me|we|our|i['’]ll|i['’]d)$/i.test(w)).length;
  const f: Record<string, number> = {
    bias: 1,
    length: Math.min(words.length, 40) / 10,
    messageLength: Math.min(all.length, 80) / 20,
    messageLog: Math.log1p(all.length),
    messageMine: Math.min(mine, 8) / 2,
    you: /\byou\b|\byour\b/i.test(statement.plain) ? 1 : 0,
    messageYou: Math.min((scene.message.text.match(/\byou/gi) ?? []).length, 4) / 2,
    answers: scene.answersQuestion ? 1 : 0,
    opens: scene.opensTalk ? 1 : 0,
    asks: /\?\s*$/.test(scene.message.text) ? 1 : 0,
    questions: Math.min((scene.message.text.match(/\?/g) ?? []).length, 3),
    exclaims: Math.min((scene.message.text.match(/!/g) ?? []).length, 4) / 2,
    vague: Math.min((statement.plain.match(language.vague) ?? []).length, 4) / 2,
    names: Math.min((statement.plain.match(/(?<=[\p{Ll},] )(?!I\b)\p{Lu}[\p{L}]+/gu) ?? []).length, 3),
    numbers: /\d/.test(statement.plain) ? 1 : 0,
    date: statement.hasDate ? 1 : 0,
    reminder: statement.isReminder ? 5 : 0,
  };
  f["lead:" + statement.lead] = 1;
  for (const r of statement.rules) f["rule:" + r.tag] = 1;
  if (statement.rules.length === 0) f["rule:none"] = 1;
  f["ruleweight"] = Math.max(0, ...statement.rules.map((r) => r.weight));
  return f;
}
export { WEIGHTS };
