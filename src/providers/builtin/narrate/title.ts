// A title names what the talk was about; it never quotes a line.

import { NARRATION_LIMITS } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { withoutTime } from "./moments.ts";
import { listed } from "./names.ts";
import { distinct, type Phrase, tellingStems } from "./phrases.ts";
import type { Told } from "./salience.ts";
import { gerundOfPast, isPastVerb } from "./verbs.ts";

const { titleLength } = NARRATION_LIMITS;
const MAX_DOING = 42;
/** A deed gives the title only when it is among the talk's main news. */
const MAIN_NEWS = 3;
const NO_TITLE_VERB =
  /^(?:was|had|did|wanted|thought|hoped|needed|got|planned|felt|used|asked|started|said|believed|decided|heard)$/;
const NEEDS_CONTEXT =
  /\b(?:they|them|their|theirs|themselves|it|this|that|these|those|he|she|him|her|his|was|were|had|who|which|but)\b|[,;]/;

export function titleOf(
  phrases: readonly Phrase[],
  told: readonly Told[],
  speakers: readonly string[],
): string {
  const doing = bestDoing(told);
  const others = phrases.filter(
    (phrase) => !doing?.stems.some((one) => phrase.stems.includes(one)),
  );
  const things = distinct(others, doing === undefined ? 2 : 1).map((phrase) => phrase.text);
  const title = joinedTitle(doing === undefined ? things : [doing.text, ...things]);
  if (title !== "") return title;
  const who = listed(speakers, 3);
  return bounded(speakers.length === 1 ? `Message from ${who}` : `Talk of ${who}`, titleLength);
}

/** The first two that do not repeat one another, as one title; empty when there are none. */
export function joinedTitle(parts: readonly string[]): string {
  const [first = "", ...rest] = parts;
  const stems = tellingStems(first, new Set());
  const second = rest.find(
    (part) =>
      `${first} and ${part}`.length <= titleLength &&
      !tellingStems(part, new Set()).some((one) => stems.includes(one)),
  );
  const title = second === undefined ? first : `${first} and ${second}`;
  return bounded(title.charAt(0).toUpperCase() + title.slice(1), titleLength);
}

/** The subjects a title was joined from. */
export function titleParts(title: string): string[] {
  return title.split(/ and |, /).filter((part) => part !== "");
}

function bestDoing(told: readonly Told[]): Pick<Phrase, "text" | "stems"> | undefined {
  const ranked = told.toSorted((a, b) => b.score - a.score || a.at - b.at).slice(0, MAIN_NEWS);
  for (const { report, stems } of ranked) {
    const text = report.type === "deed" ? doingOf(report.text) : undefined;
    if (text !== undefined) return { text, stems };
  }
  return undefined;
}

// "moved to Lisbon the week before" gives "moving to Lisbon"; what needs its speaker to be understood gives nothing.
function doingOf(deed: string): string | undefined {
  const plain = withoutTime(deed.replace(/^(?:also|finally|recently|then|already) /, ""));
  const [verb = "", ...rest] = plain.split(" ");
  if (!isPastVerb(verb) || NO_TITLE_VERB.test(verb) || rest.length === 0) return undefined;
  const doing = [gerundOfPast(verb), ...rest].join(" ");
  return doing.length > MAX_DOING || NEEDS_CONTEXT.test(doing) ? undefined : doing;
}
