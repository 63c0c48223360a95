// Makes a verb agree with a name: "I am" and "you have" become "Ana is" and "Ana has".

import type { VerbTable } from "./language.ts";

export type VerbForm = Readonly<{ text: string; isPresent: boolean }>;

/** Undefined when the word cannot be a verb at all. */
export function agree(verb: string, rest: string, table: VerbTable): VerbForm | undefined {
  const lower = verb.toLowerCase();
  if (table.participle.test(lower) && !table.looksParticipleButIsNot.has(lower)) return undefined;
  if (table.neverVerbs.has(lower) || !/^\p{L}[\p{L}'-]*$/u.test(verb)) return undefined;
  const special = table.thirdPerson.get(lower);
  if (special !== undefined) return { text: special, isPresent: true };
  if (table.modals.has(lower)) return { text: verb, isPresent: false };
  if (isPast(lower, rest, table)) return { text: verb, isPresent: false };
  return { text: inflect(lower, table), isPresent: true };
}

export function isPast(verb: string, rest: string, table: VerbTable): boolean {
  if (table.unchangedPast.has(verb)) return !table.habitual.test(rest);
  if (table.past.has(verb)) return true;
  return table.regularPast.test(verb) && !table.looksPastButIsNot.has(verb);
}

function inflect(verb: string, table: VerbTable): string {
  const ending = table.endings.find((rule) => rule.when.test(verb));
  return ending === undefined ? verb : verb.slice(0, verb.length - ending.cut) + ending.add;
}
