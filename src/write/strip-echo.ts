// Takes out of a message what the engine itself handed out, so that its own words never come back as news.
// Whole memory blocks go by their marks; single lines by the register of what was handed out lately.

/** The marks around what is handed to a prompt; a bare `<data>` is anybody's. */
const OPENING =
  /<(background_facts|memor(?:y|ies)(?:[-_][a-z]+)?|data(?= [\w-]{8,}))\b[^<>\n]{0,200}>/g;
/** Headings over lists of memories, down to the first line that is no item of the list. */
const HEADING = /^\s*(?:#{1,4}\s+Memory\b.*|Memory updates since rev\b.*)$/;
const ITEM = /^\s*(?:[-*•]\s|\d{1,3}[.)]\s|\[[a-z_ ]{2,24}\]\s|#{2,6}\s|$)/;
const BULLET = /^\s*(?:>\s*)*(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:\[[a-z_ ]{2,24}\]\s*)?/;

export function stripEcho(text: string, isEcho: (line: string) => boolean): string {
  const rest = withoutBlocks(text);
  const kept: string[] = [];
  let isListed = false;
  for (const line of rest.split("\n")) {
    if (HEADING.test(line)) isListed = true;
    else if (isListed) isListed = ITEM.test(line);
    if (!isListed && !isEcho(line.replace(BULLET, ""))) kept.push(line);
  }
  return kept.length === text.split("\n").length ? text : kept.join("\n").trim();
}

/** An opening without its end is somebody's text and stays. */
function withoutBlocks(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(OPENING)) {
    if (match.index < from) continue;
    const closing = text.indexOf(`</${match[1]}`, match.index);
    const end = closing === -1 ? -1 : text.indexOf(">", closing);
    if (end === -1) continue;
    pieces.push(text.slice(from, match.index));
    from = end + 1;
  }
  return pieces.join("") + text.slice(from);
}
