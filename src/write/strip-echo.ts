// Takes out of a message the blocks of memory that the engine itself handed out, by their marks, so that its own words
// never come back as news. Single lines without marks are met at the gate.

/** The notice that opens a block, with the random word that every line of the block carries. */
const NOTICE = /<m ([0-9a-z]{4,64})>…<\/m \1>/gu;
const BACKGROUND = /<background_facts>/g;
/** Headings over lists of memories, down to the first line that is no item of the list. */
const HEADING =
  /^\s*(?:#{1,4} (?:Memory(?: Context| Snapshot)?|User facts|Relevant (?:facts|messages))|Memory updates since rev \d+:)\s*$/;
const ITEM = /^\s*(?:[-*•] |\[[\w -]{2,24}\] |#{2,6} |$)/;
const CLOSING_TAG = /^\s*<\/[a-z_]+>\s*$/;
/** More blocks than this in one message are no accident, and each costs a look at the whole text. */
const MAX_BLOCKS = 16;

export function stripEcho(text: string): string {
  if (!/<m |<background_facts>|Memory|facts|messages/.test(text)) return text;
  const rest = withoutLists(withoutBlocks(withoutBlocks(text, NOTICE), BACKGROUND));
  return rest === text ? text : rest.trim();
}

/** An opening without its end is somebody's text and stays. */
function withoutBlocks(text: string, opening: RegExp): string {
  const pieces: string[] = [];
  let from = 0;
  for (const match of [...text.matchAll(opening)].slice(0, MAX_BLOCKS)) {
    const end = endOf(text, match);
    if (match.index < from || end === undefined) continue;
    pieces.push(text.slice(from, match.index));
    from = end;
  }
  return pieces.join("") + text.slice(from);
}

/** A fenced block reaches to the end of the last line that carries its word; a named one to its closing tag. */
function endOf(text: string, { 1: nonce, index }: RegExpExecArray): number | undefined {
  if (nonce === undefined) {
    const closing = text.indexOf("</background_facts>", index);
    return closing === -1 ? undefined : lineEnd(text, closing);
  }
  const last = Math.max(text.lastIndexOf(`</m ${nonce}>`), text.lastIndexOf(`</t ${nonce}>`));
  let end = lineEnd(text, last);
  while (end < text.length && CLOSING_TAG.test(text.slice(end + 1, lineEnd(text, end + 1))))
    end = lineEnd(text, end + 1);
  return end;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function withoutLists(text: string): string {
  let isListed = false;
  const kept = text.split("\n").filter((line) => {
    isListed = HEADING.test(line) || (isListed && ITEM.test(line));
    return !isListed;
  });
  return kept.join("\n");
}
