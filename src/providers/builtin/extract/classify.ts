// What sort of fact a line is: its category, section, importance and whether it must be handled with care.

import type { Candidate } from "../../../model/candidate.ts";
import type { Draft } from "./draft.ts";
import type { Category, Language, Rule } from "./language.ts";

export type Sort = Readonly<{ rules: readonly Rule[]; category: Category }> &
  Pick<Candidate, "section" | "importance" | "tags" | "sensitivity" | "field">;

const MAX_TAGS = 3;

export function classify({ clause, plain }: Draft, language: Language): Sort {
  const { lead, isReminder } = clause;
  const rules = matching(plain, language);
  const [strongest] = rules;
  const isView = !isReminder && (lead === "impersonal" || lead === "general");
  const tags = rules.slice(0, MAX_TAGS).map((rule) => rule.tag);
  const field = rules.find((rule) => rule.field !== undefined)?.field;
  return {
    rules,
    category: strongest?.category ?? (isView ? "preference" : "other"),
    section: strongest?.section ?? (isView ? "opinions" : "other"),
    importance: strongest?.importance ?? (isReminder ? 3 : 2),
    ...(tags.length > 0 && { tags }),
    ...(rules.some((rule) => rule.isSensitive) && { sensitivity: "sensitive" as const }),
    ...(field !== undefined && { field }),
  };
}

/** The strongest first. */
function matching(plain: string, language: Language): Rule[] {
  const rules: Rule[] = [];
  for (const rule of language.rules) if (rule.when.test(plain)) rules.push(rule);
  return rules.sort((a, b) => b.weight - a.weight);
}
