// Under which numbers a foreign word and its parts stand in the table: no spelling is kept there.

import type { Script } from "./foreign-words.ts";

export type WordPrints = Readonly<{
  /** Undefined in scripts that are written without spaces, which show no words. */
  word: number | undefined;
  parts: readonly number[];
}>;

const LONGEST_WORD = 64;

/** Runs of three to six letters; of Hangul and of what is written without spaces, one to four. */
export function printsOf(script: Script, spelling: string): WordPrints {
  if (script === "cjk") return { word: undefined, parts: partsOf(spelling, "c", [1, 4]) };
  const word = spelling.slice(0, LONGEST_WORD);
  const bounded = `<${word}>`;
  const parts = script === "hangul" ? partsOf(bounded, "h", [1, 4]) : partsOf(bounded, "n", [3, 6]);
  return { word: printOf("w", word), parts };
}

function partsOf(text: string, kind: string, [shortest, longest]: readonly [number, number]) {
  const parts: number[] = [];
  for (let start = 0; start < text.length; start++) {
    let print = printOf("", kind);
    const furthest = Math.min(text.length, start + longest);
    for (let end = start; end < furthest; end++) {
      print = joined(print, text.charCodeAt(end));
      const isLoneBound = end === start && (text[end] === "<" || text[end] === ">");
      if (end - start + 1 >= shortest && !isLoneBound) parts.push(print);
    }
  }
  return parts;
}

/** FNV-1a over UTF-16 units. */
function printOf(kind: string, text: string): number {
  let print = 0x811c9dc5;
  for (const unit of [kind, text])
    for (let at = 0; at < unit.length; at++) print = joined(print, unit.charCodeAt(at));
  return print;
}

function joined(print: number, unit: number): number {
  return Math.imul(print ^ unit, 0x01000193) >>> 0;
}
