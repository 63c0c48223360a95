// The stored form of what somebody said: `Ben: "Never call me before 9am"`, with a worked-out date in brackets behind it.

import { cut } from "./text.ts";

export type Quote = Readonly<{
  speaker: string;
  /** The speaker's own words, unchanged. */
  said: string;
  /** What "last week" meant on the day it was said; never put in place of the words. */
  when?: string | undefined;
}>;

const MAX_NAME = 40;
const LINE = /^([^"\n]{1,80}?): "([\s\S]+)"(?: \[([^\]\n]{1,60})\])?$/u;

export function quoteLine({ speaker, said, when }: Quote): string {
  return `${speakerOf(speaker)}: "${said}"${when === undefined ? "" : ` [${when}]`}`;
}

/** The author's name as it stands in front of the words: one line, without the marks that close a name. */
export function speakerOf(name: string): string {
  const plain = name.replace(/["\s[\]]+/gu, " ").replace(/:+(?=\s|$)/gu, "");
  return cut(plain.trim(), MAX_NAME).trim() || "Someone";
}

/** Undefined for a line that is told rather than quoted. */
export function readQuote(line: string): Quote | undefined {
  const [, speaker, said, when] = LINE.exec(line) ?? [];
  return speaker === undefined || said === undefined ? undefined : { speaker, said, when };
}
