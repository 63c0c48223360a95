// Cuts a long text into notes: list items and paragraphs, each short enough to be one memory.

import { POLICIES } from "../../model/kinds.ts";
import { cut } from "../../model/text.ts";

const MAX = POLICIES.log.maxLength;

export function notesFrom(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
    .map((part) => part.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .flatMap(pieces);
}

/** At a space, so that no word is cut in two. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  let rest = text;
  while (rest.length > MAX) {
    const part = cut(rest, MAX);
    const space = part.lastIndexOf(" ");
    const end = space > MAX / 2 ? space : part.length;
    found.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? found : [...found, rest];
}
