// A title names what the talk was about; it never quotes a line.

import { NARRATION_LIMITS } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { withoutTime } from "./moments.ts";
import { listed } from "./names.ts";
import { distinct, type Phrase } from "./phrases.ts";
import type { Told } from "./salience.ts";
import { gerundOfPast, isPastVerb } from "./verbs.ts";

const MAX_DOING = 42;

export function titleOf(
  phrases: readonly Phrase[],
  told: readonly Told[],
  speakers: readonly string[],
): string {
  const doing = bestDoing(told);
  const rest = distinct(
    phrases.filter((phrase) => !doing?.stems.some((one) => phrase.stems.includes(one))),
    doing === undefined ? 2 : 1,
  ).map((phrase) => phrase.text);
  const subjects = doing === undefined ? rest : [doing.text, ...rest];
  const both = subjects.join(" and ");
  const title = both.length <= NARRATION_LIMITS.titleLength ? both : (subjects[0] ?? "");
  return bounded(titleCase(title === "" ? `Talk with ${listed(speakers, 3)}` : title), NARRATION_LIMITS.titleLength);
}

function bestDoing(told: readonly Told[]): Readonly<{ text: string; stems: readonly string[] }> | undefined {
  const ranked = told.toSorted((a, b) => b.score - a.score || a.at - b.at);
  for (const one of ranked.slice(0, 3)) {
    const text = one.report.type === "deed" ? doingOf(one.report.text) : undefined;
    if (text !== undefined) return { text, stems: one.stems };
  }
  return undefined;
}

// "moved to Lisbon the week before" gives "moving to Lisbon"; what needs its speaker to be understood gives nothing.
function doingOf(deed: string): string | undefined {
  const plain = withoutTime(deed.replace(/^(?:also|finally|recently|then|already) /, ""));
  const [verb = "", ...rest] = plain.split(" ");
  const isPlain = isPastVerb(verb) && !/^(?:was|had|did|wanted|thought|hoped|needed|got|planned|felt|used|asked|started|said)$/.test(verb);
  const doing = [gerundOfPast(verb), ...rest].join(" ");
  if (!isPlain || rest.length === 0 || doing.length > MAX_DOING) return undefined;
  return /\b(?:they|them|their|theirs|themselves|it|this|that|these|those|he|she|him|her|his|was|were|had|who|which)\b|[,;]/.test(doing)
    ? undefined
    : doing;
}

function titleCase(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
