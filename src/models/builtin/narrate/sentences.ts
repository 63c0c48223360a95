// Cuts a message into the sentences that could be quoted: exactly as they were said, by whoever said them.

import { tidy } from "../../../model/text.ts";

export type Sentence = Readonly<{
  text: string;
  /** Ends where the speaker ended it, not where reading stopped. */
  isWhole: boolean;
}>;

/** Longer messages are read this far: a summary never needs more, and work stays bounded. */
const MAX_READ = 4000;
/** `Intl.Segmenter` copies its text for every segment, so it is given little at a time. */
const PIECE = 500;
const segmenter = new Intl.Segmenter("und", { granularity: "sentence" });

/** Stand for what is not the speaker's own words; a sentence around one is never quoted. */
const OTHERS = "\ufffa";
/** The same for links and code, which may be left away behind a sentence. */
const GAP = "\ufffc";
/** The same for pictures and mentions, which may be left away at either end. */
const ASIDE = "\ufffb";
const MASKED: readonly (readonly [pattern: RegExp, mark: string])[] = [
  [/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, GAP],
  [/<[@#:!&/a-z][^>\n]{0,200}>/gi, ASIDE],
  [/\b(?:https?:\/\/|www\.)\S+|\[redacted [^\]\n]*\]/gi, GAP],
  [/^\s*>.*$/gm, OTHERS],
  [/["“„][^"“”„\n]*(?:["”“]|$)|«[^»\n]*(?:»|$)|[「『][^」』\n]*(?:[」』]|$)/gm, OTHERS],
  [/(?<![\p{L}\p{N}])['‘][^'’\n]{3,}['’](?![\p{L}\p{N}])/gu, OTHERS],
  [/^\s*\*[^*\n]+\*\s*$/gm, OTHERS],
  [
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{200d}\u{fe0f}\u{20e3}])+/gu,
    ASIDE,
  ],
  [/(?<!\w):[a-z0-9_+-]{2,32}:(?!\w)|(?<!\S)[:;=8][-']?[()DPp3|\\/*]+(?!\S)/gi, ASIDE],
  // Whoever goes on with a capital behind a picture began a new sentence.
  [/(?<=\ufffb)\s*(?=\p{Lu})|[\p{Cc}\p{Co}\p{Cs}]+/gu, "\n"],
];
const ENDED = /[.!?。！？؟।…]$/u;
const HIDDEN = /[\ufffa-\ufffc]/;
const ABBREVIATION =
  /(?:\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|vs|etc|e\.g|i\.e|z\.B|[Pp]rof|[Jj]r|[Ss]r|[Ss]ra|[Nn]r|[Nn]o|ca|ul)|(?<![\p{L}'’])\p{Lu}|(?<=\s)\d{1,2})\.\s*$/u;

export function sentencesOf(message: string): Sentence[] {
  const lines = ownWords(message.slice(0, MAX_READ)).split("\n");
  return lines
    .flatMap((line) => pieces(tidy(line)))
    .map(({ text, isWhole }) => ({ text: trimmed(text), isWhole }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !HIDDEN.test(text))
    .map(({ text, isWhole }) => ({
      text,
      isWhole: isWhole && (message.length <= MAX_READ || ENDED.test(text)),
    }));
}

function ownWords(message: string): string {
  let text = message.replace(/[\ufffa-\ufffc]/g, " ");
  for (const [pattern, mark] of MASKED) text = text.replace(pattern, mark);
  return text;
}

/** The sentences of a line; of one longer than a piece only its beginning. */
function pieces(line: string): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  while (from < line.length) {
    const part = line.slice(from, from + PIECE);
    const isLast = from + part.length === line.length;
    const cuts = joined([...segmenter.segment(part)].map(({ segment }) => segment));
    const whole = isLast ? cuts : cuts.slice(0, -1);
    if (whole.length === 0) {
      found.push({ text: part, isWhole: false });
      from = nextStart(line, from + part.length);
    }
    for (const text of whole) {
      found.push({ text, isWhole: true });
      from += text.length;
    }
  }
  return found;
}

function nextStart(line: string, from: number): number {
  const end = line.slice(from).search(/[.!?。！？؟।]/u);
  return end < 0 ? line.length : from + end + 1;
}

/** No sentence ends behind "Dr.", nor behind the day in "am 3. September". */
function joined(cuts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const cut of cuts) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = last + cut;
    else sentences.push(cut);
  }
  return sentences;
}

/** Without the marks of a list in front, and without links or code behind. */
function trimmed(text: string): string {
  return text
    .replace(/[\s\ufffb\ufffc]+$/u, "")
    .replace(/^(?:[\s\-–—•·,.;:!)*#\ufffb]+|\d+[.)]\s)+/u, "");
}
