// Cuts a message into the stretches that can each be a statement, with exact places in the original text.

import type { Language } from "./language.ts";

export type Segment = Readonly<{
  start: number;
  end: number;
  /** Same length as the original stretch; only apostrophes and quotation marks are made plain. */
  text: string;
  /** The mark it ends at, and the one that ended the stretch before it. */
  ending: string;
  opening: string;
}>;

const HIDDEN = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]*`/g,
  /^>.*$/gm,
  /https?:\/\/\S+/g,
  /<[@#:][^>\s]*>/g,
];
/** What ends a stretch: a full stop, a line, a dash, a semicolon, a picture or a drawn smile. */
const BREAKS = [
  /[.!?…]+(?=["')\]*]*(?:\s|$|\p{Extended_Pictographic}))/u,
  /\n+/u,
  /\s+[-–—~]+\s+/u,
  /(?<=[\p{L}\p{N}])(?:[-–—]+\s+|—)/u,
  /;\s/u,
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+/u,
  /\s[:;]['-]?[)(DPp](?=\s|$)/u,
];

export function splitSegments(text: string, language: Language): Segment[] {
  const plain = hide(text.replace(/[’‘]/g, "'").replace(/[“”]/g, '"'));
  const segments: Segment[] = [];
  let start = 0;
  let opening = "";
  for (const match of plain.matchAll(breaksOf(language))) {
    const mark = match[0];
    if (isInside(plain, match.index, { mark, language })) continue;
    push(segments, plain, { start, end: match.index, ending: mark.trim(), opening });
    start = match.index + mark.length;
    opening = mark.trim();
  }
  push(segments, plain, { start, end: plain.length, ending: "", opening });
  return segments;
}

const breaks = new WeakMap<Language, RegExp>();

function breaksOf(language: Language): RegExp {
  const known = breaks.get(language);
  if (known !== undefined) return known;
  const patterns = [...BREAKS, language.clauses.joins].map(({ source }) => source);
  const made = new RegExp(patterns.join("|"), "gu");
  breaks.set(language, made);
  return made;
}

/** A narrower segment: what is left after cutting characters from its two ends. */
export function narrow(segment: Segment, cut: Readonly<{ front: number; back: number }>): Segment {
  const kept = segment.text.slice(cut.front, segment.text.length - cut.back);
  const lead = kept.length - kept.trimStart().length;
  const start = segment.start + cut.front + lead;
  const text = kept.trim();
  const { ending, opening } = segment;
  return { start, end: start + text.length, text, ending, opening };
}

/** Code, quoted lines and addresses are somebody else's words; blanks keep the offsets true. */
function hide(text: string): string {
  // What is hidden begins with one of these.
  if (!/[`<>]|http/.test(text)) return text;
  return HIDDEN.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => found.replace(/[^\n]/g, " ")),
    text,
  );
}

/** A full stop inside "Dr." or "a.m." ends nothing, and neither does one inside an open quotation. */
function isInside(
  text: string,
  at: number,
  context: Readonly<{ mark: string; language: Language }>,
): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  if (context.mark === "." && context.language.clauses.abbreviations.test(before)) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isQuoteOpen = (line.match(/"/g)?.length ?? 0) % 2 === 1;
  return isQuoteOpen && /^[.!?…]/.test(context.mark) && /^.{0,60}"/.test(text.slice(at + 1));
}

function push(segments: Segment[], text: string, span: Omit<Segment, "text">): void {
  const { start, end, ending, opening } = span;
  const whole = { start, end, text: text.slice(start, end), ending, opening };
  const kept = narrow(whole, { front: 0, back: 0 });
  const trimmed = narrow(kept, {
    front: kept.text.match(/^["')\]*\s]+(?=[\p{L}])/u)?.[0].replace(/".*/, "").length ?? 0,
    back: kept.text.match(/[\s,:*]+$/)?.[0].length ?? 0,
  });
  if (/\p{L}/u.test(trimmed.text)) segments.push(trimmed);
}
