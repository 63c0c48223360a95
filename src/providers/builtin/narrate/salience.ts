// How much a reported statement is worth in a summary: on the talk's subject, full of content, the speaker's own news.

import { words } from "../../../model/text.ts";
import { type Setting, tellingStems } from "./phrases.ts";
import type { Report } from "./report.ts";
import { POINTERS } from "./vocabulary.ts";

export type Told = Readonly<{
  speaker: string;
  /** Order in the talk. */
  at: number;
  report: Report;
  stems: readonly string[];
  score: number;
}>;

export type Reported = Readonly<{
  speaker: string;
  at: number;
  /** Sentences in the talk. */
  of: number;
  /** The sentence as it was said. */
  said: string;
  report: Report;
}>;

const FULL = 7;
/** From this share of common stems on, two sentences tell the same. */
const REPEATS = 0.5;

/** Undefined when it says nothing that could not be said in any talk. */
export function weigh(reported: Reported, setting: Setting): Told | undefined {
  const { speaker, at, of, said, report } = reported;
  const stems = tellingStems(report.text, setting.names);
  if (stems.length === 0) return undefined;
  let common = 0;
  for (const one of stems) common += Math.log2(setting.counts.get(one) ?? 1);
  const central = common / stems.length;
  const pointing = words(said).filter((word) => POINTERS.has(word)).length;
  const score =
    0.5 * central +
    Math.min(stems.length, FULL) / FULL +
    (report.type === "deed" ? 0.6 : 0) +
    (isSpecific(report.text) ? 0.3 : 0) +
    (/\b(?:before|earlier|following|after|decided|planned)\b/.test(report.text) ? 0.2 : 0) +
    0.2 * (1 - at / of) -
    0.2 * Math.min(pointing, 3);
  return { speaker, at, report, stems, score };
}

/** The best first, without saying one thing twice, at most `each` of any speaker. */
export function mostSalient(
  told: readonly Told[],
  limits: Readonly<{ all: number; each: number }>,
): Told[] {
  const chosen: Told[] = [];
  for (const one of everyoneFirst(told)) {
    if (chosen.length >= limits.all) break;
    const own = chosen.filter((other) => other.speaker === one.speaker).length;
    // One telling word is enough only from someone who would else be silent.
    const isThin = one.stems.length < 2 && own > 0 && !isSpecific(one.report.text);
    if (own < limits.each && !isThin && !chosen.some((other) => isRepeat(one, other)))
      chosen.push(one);
  }
  return chosen;
}

/** Names a person, a place, a day or a number. */
function isSpecific(text: string): boolean {
  return /\d|(?<=\s)\p{Lu}\p{Ll}/u.test(text);
}

// Everyone's best comes before anyone's second, so that no voice is lost to a talkative one.
function everyoneFirst(told: readonly Told[]): Told[] {
  const ranked = told.toSorted((a, b) => b.score - a.score || a.at - b.at);
  const heard = new Set<string>();
  const firsts: Told[] = [];
  const rest: Told[] = [];
  for (const one of ranked) {
    (heard.has(one.speaker) ? rest : firsts).push(one);
    heard.add(one.speaker);
  }
  return [...firsts, ...rest];
}

function isRepeat(a: Told, b: Told): boolean {
  const shared = a.stems.filter((one) => b.stems.includes(one)).length;
  return shared / Math.min(a.stems.length, b.stems.length) >= REPEATS;
}
