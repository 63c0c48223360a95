// A file as numbered lines, and the two edits the memory tool makes. Pure. The sentences are those of Anthropic's own
// tool, which the model was trained to read.

const MAX_LINES = 999_999;
const NUMBER_WIDTH = String(MAX_LINES).length;
const SHOWN_AROUND = 2;

export function numbered(lines: readonly string[], from: number): string {
  return lines
    .map((line, place) => `${String(place + from).padStart(NUMBER_WIDTH)}\t${line}`)
    .join("\n");
}

export function shownLines(
  path: string,
  text: string,
  range: readonly number[] | null | undefined,
): string {
  const lines = text.split("\n");
  if (lines.length > MAX_LINES)
    throw new Error(
      `File ${path} has too many lines (${lines.length}). Maximum is ${MAX_LINES.toLocaleString("en-US")} lines.`,
    );
  if (range?.length !== 2) return numbered(lines, 1);
  const [first = 1, last = -1] = range;
  const start = Math.max(1, first) - 1;
  return numbered(lines.slice(start, last === -1 ? lines.length : last), start + 1);
}

export type Edited = Readonly<{ text: string; line: number }>;

/** What is searched for lies within one line, and only one line may hold it. */
export function replaceOnce(
  path: string,
  text: string,
  { from, to }: Readonly<{ from: string; to: string }>,
): Edited {
  const lines = text.split("\n");
  const found = lines.flatMap((line, place) => (line.includes(from) ? [place + 1] : []));
  const [line, ...others] = found;
  if (line === undefined)
    throw new Error(
      `No replacement was performed, old_str \`${from}\` did not appear verbatim in ${path}.`,
    );
  if (others.length > 0)
    throw new Error(
      `No replacement was performed. Multiple occurrences of old_str \`${from}\` in lines: ${found.join(", ")}. Please ensure it is unique`,
    );
  return { text: text.replace(from, () => to), line };
}

export function snippet({ text, line }: Edited): string {
  const lines = text.split("\n");
  const from = Math.max(0, line - 1 - SHOWN_AROUND);
  return numbered(lines.slice(from, line + SHOWN_AROUND), from + 1);
}

export function insertAfter(text: string, line: number, inserted: string): string {
  const lines = text.split("\n");
  if (line < 0 || line > lines.length)
    throw new Error(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  lines.splice(line, 0, inserted.replace(/\n$/, ""));
  return lines.join("\n");
}
