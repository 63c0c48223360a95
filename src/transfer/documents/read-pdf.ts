// PDF, page by page. A PDF knows of no headings: a short line in larger letters than the page's is taken for one.

import { getDocumentProxy } from "unpdf";
import { MemoryError } from "../../errors.ts";
import { type Block, headingPath } from "./pieces.ts";

const MOST_PAGES = 2_000;
const MOST_MS = 60_000;
const LARGER = 1.2;
const HEADING_CHARACTERS = 120;

export async function pdfBlocks(bytes: Uint8Array): Promise<readonly Block[]> {
  const document = await opened(bytes);
  const end = performance.now() + MOST_MS;
  const path = headingPath();
  const blocks: Block[] = [];
  try {
    if (document.numPages > MOST_PAGES)
      throw new MemoryError("too_large", `has more than ${MOST_PAGES} pages`);
    for (let page = 1; page <= document.numPages; page++) {
      if (performance.now() > end)
        throw new MemoryError("too_large", `takes longer than ${MOST_MS / 1000} s to read`);
      const { items } = await (await document.getPage(page)).getTextContent();
      for (const { text, isHeading } of paragraphs(items)) {
        if (isHeading) path.enter(1, text);
        else blocks.push({ text, headings: path.now(), page });
      }
    }
  } finally {
    await document.destroy();
  }
  return blocks;
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy: the reader keeps what it is given. Nothing of the file is run.
    return await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === "PasswordException";
    const why = isLocked ? "needs a password" : "cannot be read as a PDF";
    throw new MemoryError("invalid_input", why, { cause });
  }
}

type Items = Awaited<ReturnType<Awaited<ReturnType<Pdf["getPage"]>>["getTextContent"]>>["items"];
type Line = Readonly<{ text: string; height: number }>;

function linesOf(items: Items): readonly Line[] {
  const lines: Line[] = [];
  let text = "";
  let height = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    text += item.str;
    height = Math.max(height, item.height);
    if (!item.hasEOL) continue;
    lines.push({ text: text.trim(), height });
    [text, height] = ["", 0];
  }
  return [...lines, { text: text.trim(), height }];
}

function* paragraphs(items: Items): Generator<{ text: string; isHeading: boolean }> {
  const lines = linesOf(items);
  const usual = usualHeight(lines);
  let paragraph: string[] = [];
  for (const { text, height } of lines) {
    const isHeading = height > usual * LARGER && text.length < HEADING_CHARACTERS;
    if ((text === "" || isHeading) && paragraph.length > 0) {
      yield { text: joined(paragraph), isHeading: false };
      paragraph = [];
    }
    if (text === "") continue;
    if (isHeading) yield { text, isHeading };
    else paragraph.push(text);
  }
  if (paragraph.length > 0) yield { text: joined(paragraph), isHeading: false };
}

/** A word that was parted at the end of a line is one word again. */
function joined(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, "$1")
    .replace(/\n/g, " ");
}

/** Of most of the letters. */
function usualHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, height } of lines)
    letters.set(height, (letters.get(height) ?? 0) + text.length);
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
