// The stored form of what somebody said: `Ben: "Never call me before 9am"`, with a worked-out date in brackets behind it.

export type Quote = Readonly<{
  speaker: string;
  /** The speaker's own words, unchanged. */
  said: string;
  /** What "last week" meant on the day it was said; never put in place of the words. */
  when?: string | undefined;
}>;

const LINE = /^([^"\n]{1,80}?): "([\s\S]+)"(?: \[([^\]\n]{1,60})\])?$/u;

export function quoteLine({ speaker, said, when }: Quote): string {
  const name =
    speaker
      .replace(/["\s]+/gu, " ")
      .trim()
      .slice(0, 80) || "Someone";
  return `${name}: "${said}"${when === undefined ? "" : ` [${when}]`}`;
}

/** Undefined for a line that is told rather than quoted. */
export function readQuote(line: string): Quote | undefined {
  const [, speaker, said, when] = LINE.exec(line) ?? [];
  return speaker === undefined || said === undefined ? undefined : { speaker, said, when };
}

/** What to compare of two lines: what was said where one person said both on one day, else the lines as they stand. */
export function comparable(older: string, newer: string): readonly [older: string, newer: string] {
  const [a, b] = [readQuote(older), readQuote(newer)];
  if (a === undefined || b === undefined) return [older, newer];
  return a.speaker === b.speaker && a.when === b.when ? [a.said, b.said] : [older, newer];
}
