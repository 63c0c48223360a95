// What sort of fact each label makes: its category, its section of a profile, and how much it matters.

import type { Language } from "../../../language/lexicon.ts";
import { has, placeOf } from "../../../language/markers.ts";
import type { Candidate, ConsentField } from "../../../model/candidate.ts";
import type { KeptLabel } from "./worth-model.ts";

type Sort = Pick<Candidate, "category" | "section" | "importance" | "sensitivity" | "field"> &
  Readonly<{ tags: readonly string[] }>;
type Row = Pick<Required<Candidate>, "category" | "section" | "importance">;

const row = (category: string, section: Row["section"], importance: Row["importance"]): Row => ({
  category,
  section,
  importance,
});

const ROWS: Readonly<Record<KeptLabel, Row>> = {
  preference: row("preference", "interests", 3),
  dislike: row("preference", "opinions", 3),
  profile: row("profile", "bio", 4),
  possession: row("profile", "other", 3),
  skill: row("profile", "skills", 3),
  relationship: row("relationship", "relationships", 4),
  health: row("profile", "bio", 5),
  habit: row("preference", "interests", 3),
  plan: row("project", "other", 3),
  event: row("other", "other", 2),
  decision: row("project", "other", 4),
  instruction: row("preference", "other", 4),
  procedure: row("project", "other", 3),
  correction: row("project", "other", 3),
  contact: row("profile", "other", 3),
  opinion: row("preference", "opinions", 2),
  feeling: row("other", "other", 2),
  goal: row("project", "other", 4),
};

/** Labels under which a clause may tell a field of the person (S10). */
const FIELDS: readonly Readonly<{
  field: ConsentField;
  cue: "name" | "pronouns" | "home" | "speaks" | "answerStyle";
}>[] = [
  { field: "preferred_name", cue: "name" },
  { field: "pronouns", cue: "pronouns" },
  { field: "city", cue: "home" },
  { field: "tone", cue: "answerStyle" },
  { field: "language", cue: "speaks" },
];

export function importanceOf(label: KeptLabel): number {
  return ROWS[label].importance;
}

export function sortOf(label: KeptLabel, clause: string, language: Language | undefined): Sort {
  const field = fieldOf(label, clause, language);
  const isSensitive = label === "health" || field === "pronouns";
  return {
    ...ROWS[label],
    tags: [label],
    ...(isSensitive && { sensitivity: "sensitive" as const }),
    ...(field !== undefined && { field }),
  };
}

/** Only what the author says of themselves. */
function fieldOf(
  label: KeptLabel,
  clause: string,
  language: Language | undefined,
): ConsentField | undefined {
  if (label === "goal") return "goals";
  if (!has("firstPerson", clause, language)) return undefined;
  const field = FIELDS.find(({ cue }) => has(cue, clause, language))?.field;
  return field === "preferred_name" && !tellsName(clause, language) ? undefined : field;
}

/** "Call me Max", not "never call me before nine": a name follows, and nothing is denied. */
function tellsName(clause: string, language: Language | undefined): boolean {
  if (language === undefined || has("negation", clause, language)) return false;
  const before = clause.slice(0, placeOf("name", clause, language));
  const after = clause.slice(before.length).replace(/^\p{Lu}?[\p{Ll}\p{M}'’ ]*/u, "");
  return /^["'“„«]?[\p{Lu}\p{Lo}]/u.test(after) || /\p{Lo}/u.test(clause);
}
