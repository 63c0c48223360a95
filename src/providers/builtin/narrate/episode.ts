// One conversation as its most telling clauses, quoted, under a title of the words it was about.

import type { Message } from "../../../model/message.ts";
import { tidy } from "../../../model/text.ts";
import { type EpisodeText, NARRATION_LIMITS } from "../../../ports/narrator.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { isFluent } from "./fluency.ts";
import { titleOf } from "./keywords.ts";
import { listed, nameOf } from "./names.ts";
import { mostTelling } from "./salience.ts";

const { titleLength, summaryLength } = NARRATION_LIMITS;

export function tellEpisode(messages: readonly Message[]): EpisodeText {
  const clauses = clausesOf(messages);
  const chosen = mostTelling(clauses);
  const speakers = [...new Set(messages.map(({ author }) => nameOf(author)))];
  const quoted = quotedLine(chosen);
  const title = titleOf(clauses, chosen);
  return {
    title: title === "" ? namesWithin(speakers, titleLength) : title,
    summary: quoted === "" ? `${namesWithin(speakers, summaryLength / 2)} talked.` : quoted,
  };
}

/** Without anything to quote a talk is told by who took part: no more is known of it for certain. */
function namesWithin(speakers: readonly string[], most: number): string {
  for (let shown = 4; shown > 1; shown -= 1) {
    const names = listed(speakers, shown);
    if (names.length <= most) return names;
  }
  return `${speakers.length} people`;
}

/** `Ana: "I moved to Lisbon." Ben: "Me too, in May."`; what one person said in one breath is one quotation. */
function quotedLine(chosen: readonly Clause[]): string {
  let line = "";
  let last: Clause | undefined;
  for (const clause of chosen) {
    const longer = last === undefined ? quoted(clause) : continued(line, last, clause);
    if (longer.length > summaryLength || !isFluent(longer)) continue;
    line = longer;
    last = clause;
  }
  return line;
}

function continued(line: string, last: Clause, clause: Clause): string {
  if (last.speaker !== clause.speaker) return `${line} ${quoted(clause)}`;
  const gap = [" ", ""].find((between) => isBeside(last, between, clause));
  return gap === undefined
    ? `${line} "${clause.text}"`
    : `${line.slice(0, -1)}${gap}${clause.text}"`;
}

/** Whether the two stand in one message so. */
function isBeside(last: Clause, between: string, { text, message }: Clause): boolean {
  return last.message === message && tidy(message.text).includes(`${last.text}${between}${text}`);
}

function quoted({ speaker, text }: Clause): string {
  return `${speaker}: "${text}"`;
}
