// One conversation as its most telling clauses, quoted, under a title of the words it was about.

import type { Message } from "../../../model/message.ts";
import { tidy } from "../../../model/text.ts";
import type { EpisodeText, NarrationLimits } from "../../../ports/narrator.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { isFluent, withQuote } from "./fluency.ts";
import { titleOf } from "./keywords.ts";
import { listed, nameOf } from "./names.ts";
import { mostTelling } from "./salience.ts";

export function tellEpisode(messages: readonly Message[], limits: NarrationLimits): EpisodeText {
  const clauses = clausesOf(messages);
  const chosen = mostTelling(clauses);
  const speakers = [...new Set(messages.map(({ author }) => nameOf(author)))];
  const summary = quotedLine(chosen, limits.summaryLength);
  const named = namesWithin(speakers, limits.titleLength);
  if (summary === "") return { title: named, summary: `${named} talked.` };
  return { title: titleOf({ clauses, chosen }, limits.titleLength) || named, summary };
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
function quotedLine(chosen: readonly Clause[], summaryLength: number): string {
  let line = "";
  let last: Clause | undefined;
  for (const clause of chosen) {
    const gap = [" ", ""].find((between) => isBeside(last, between, clause));
    const longer =
      gap === undefined
        ? withQuote(line, { speaker: clause.speaker, said: clause.text })
        : `${line.slice(0, -1)}${gap}${clause.text}"`;
    if (longer.length > summaryLength || !isFluent(longer)) continue;
    line = longer;
    last = clause;
  }
  return line;
}

/** Whether the two stand in one message so. */
function isBeside(last: Clause | undefined, between: string, { text, message }: Clause): boolean {
  if (last?.message !== message) return false;
  return tidy(message.text).includes(`${last.text}${between}${text}`);
}
