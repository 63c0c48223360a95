// Cuts a message into clean sentences: no links, code, mentions, emoji or markup.

import { tidy } from "../../../model/text.ts";

/** Longer messages are read this far: a summary never needs more, and work stays bounded. */
const MAX_READ = 4000;

const NOISE: readonly (readonly [RegExp, string])[] = [
  [/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " "],
  [/<[@#:!&/a-z][^>\n]{0,200}>/gi, " "],
  [/\b(?:https?:\/\/|www\.)\S+/gi, " "],
  [/^\s*>.*$/gm, " "],
  [
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{200d}|\u{fe0f}|\u{20e3})+/gu,
    " ",
  ],
  [/(?<!\w):[a-z0-9_+-]{2,32}:(?!\w)/gi, " "],
  [/(?<!\S)[:;=8][-']?[()DPp3|\\/*]+(?!\S)/g, " "],
  [/[*_~#|<>[\]{}^\\=]+/g, " "],
  [/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, " "],
];
const ENDS = /(?<=[.!?…。！？]["”')]?)\s+|(?<=[。！？])/u;
const ABBREVIATION =
  /(?:\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|vs|etc|e\.g|i\.e|[Pp]rof|[Jj]r|[Ss]r)|(?<![\p{L}'’])\p{Lu})\.$/u;

export function sentencesOf(text: string): string[] {
  const clean = NOISE.reduce((so, [pattern, blank]) => so.replace(pattern, blank), cut(text));
  return clean
    .split(/\n+/)
    .flatMap((line) => rejoin(tidy(line).split(ENDS)))
    .map((sentence) => sentence.replace(/^[\s\-–—•·,.;:!)]+/u, "").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function cut(text: string): string {
  return text.length <= MAX_READ ? text : text.slice(0, MAX_READ).replace(/\S*$/u, "");
}

function rejoin(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && ABBREVIATION.test(last))
      joined[joined.length - 1] = `${last} ${piece}`;
    else joined.push(piece);
  }
  return joined;
}
