// Packs the blocks of a document (paragraphs, rows of tables, declarations) into pieces that a search can hand out: none
// too long, none across two headings or pages, and each with the place it stands at.

export type Block = Readonly<{
  text: string;
  headings: readonly string[];
  page?: number;
  line?: number;
}>;
export type Piece = Block;

/** About 200 words: what answers a question, and little beside it. */
const MOST_CHARACTERS = 1_200;

export function piecesOf(blocks: Iterable<Block>): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocks) {
    for (const part of parts(block)) {
      const last = pieces.at(-1);
      const joined = last && joinedWith(last, part);
      if (joined === undefined) pieces.push(part);
      else pieces[pieces.length - 1] = joined;
    }
  }
  return pieces;
}

function joinedWith(last: Piece, next: Piece): Piece | undefined {
  const isSamePlace =
    last.page === next.page && JSON.stringify(last.headings) === JSON.stringify(next.headings);
  if (!isSamePlace || last.text.length + next.text.length + 1 > MOST_CHARACTERS) return undefined;
  return { ...last, text: `${last.text}\n${next.text}` };
}

/** A block that is too long by itself is cut, at an end of a sentence or a line where there is one. */
function* parts(block: Block): Generator<Piece> {
  let rest = block.text.trim();
  let line = block.line;
  while (rest.length > MOST_CHARACTERS) {
    const at = cutAt(rest.slice(0, MOST_CHARACTERS));
    const text = rest.slice(0, at);
    yield { ...block, text: text.trim(), ...(line === undefined ? {} : { line }) };
    if (line !== undefined) line += text.split("\n").length - 1;
    rest = rest.slice(at).trimStart();
  }
  if (/[\p{L}\p{N}]/u.test(rest))
    yield { ...block, text: rest, ...(line === undefined ? {} : { line }) };
}

function cutAt(text: string): number {
  const ends = [/\n(?=[^\n]*$)/, /[.!?。！？]\s(?=[^.!?。！？]*$)/, /\s(?=\S*$)/];
  for (const end of ends) {
    const found = end.exec(text);
    if (found !== null && found.index > text.length / 3) return found.index + 1;
  }
  // Never between the halves of a character.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

// Tables and headings, which every format has.

/** One line a row, each cell beside its column's name: a row that is found alone still says what it is of. */
export function rowText(head: readonly string[], row: readonly string[]): string {
  return row
    .map((cell, at) => [head[at]?.trim() ?? "", cell.trim()] as const)
    .filter(([, cell]) => cell !== "")
    .map(([name, cell]) => (name === "" ? cell : `${name}: ${cell}`))
    .join("; ");
}

/** The headings that hold from here on: one of a level ends those of its level and below. */
export function headingPath() {
  const open: { level: number; text: string }[] = [];
  return {
    enter: (level: number, text: string) => {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      open.push({ level, text: text.replace(/\s+/g, " ").trim() });
    },
    now: (): readonly string[] => open.map(({ text }) => text).filter((text) => text !== ""),
  };
}

export function imageText(alt: string, caption: string): string {
  const told = [...new Set([alt.trim(), caption.trim()])].filter((part) => part !== "");
  return told.length === 0 ? "" : `Image: ${told.join(". ")}`;
}
