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
