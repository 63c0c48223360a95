// Which files are documents, how each sort is read, and how much of one is.

import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { MemoryError } from "../../errors.ts";
import { wholeText } from "../text/decode.ts";
import { type Block, type Piece, piecesOf } from "./pieces.ts";

const MOST_BYTES = 32 * 1024 ** 2;
const MOST_CHARACTERS = 4 * 1024 ** 2;
const MOST_PIECES = 5_000;

type Sort = "markdown" | "html" | "pdf" | "docx" | "code" | "text";

const ENDINGS: Readonly<Record<Sort, string>> = {
  markdown: "md markdown mdx",
  html: "html htm xhtml",
  pdf: "pdf",
  docx: "docx",
  code:
    "ts tsx mts cts js jsx mjs cjs py rb go rs java kt kts swift c h cc cpp hpp cs php scala sh bash sql lua ex exs " +
    "dart vue svelte css scss",
  text: "txt text rst adoc org",
};

const SORT_OF: ReadonlyMap<string, Sort> = new Map(
  Object.entries(ENDINGS).flatMap(([sort, endings]) =>
    endings.split(" ").map((ending) => [`.${ending}`, sort as Sort] as const),
  ),
);

/** By its name: what a file says of itself is for its reader to find out. */
export function isDocument(name: string): boolean {
  return SORT_OF.has(extname(name).toLowerCase());
}

/** Refused with why, which is told beside the file's name. */
export async function readDocument(path: string): Promise<readonly Piece[]> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new MemoryError("too_large", "is larger than 32 MB");
  const pieces = piecesOf(await blocksOf(path).catch(refuseDepth));
  if (pieces.length <= MOST_PIECES) return pieces;
  throw new MemoryError("too_large", `has more than ${MOST_PIECES} pieces of text`);
}

/** Some readers go down into what stands inside something else by calling themselves. */
function refuseDepth(thrown: unknown): never {
  throw thrown instanceof RangeError
    ? new MemoryError("invalid_input", "is nested deeper than can be read", { cause: thrown })
    : thrown;
}

async function blocksOf(path: string): Promise<readonly Block[]> {
  const sort = SORT_OF.get(extname(path).toLowerCase()) ?? "text";
  const bytes = await readFile(path);
  switch (sort) {
    case "pdf":
      return (await import("./read-pdf.ts")).pdfBlocks(bytes);
    case "docx":
      return (await import("./read-docx.ts")).docxBlocks(bytes, path);
    case "html":
      return (await import("./read-html.ts")).htmlBlocks(await decoded(bytes));
    case "markdown":
      return (await import("./read-markdown.ts")).markdownBlocks(await decoded(bytes));
    case "code":
      return (await import("./read-code.ts")).codeBlocks(await decoded(bytes));
    case "text":
      return (await import("./read-code.ts")).textBlocks(await decoded(bytes));
  }
}

async function decoded(bytes: Uint8Array): Promise<string> {
  const text = await wholeText(once(bytes), MOST_CHARACTERS);
  if (text === undefined) throw new MemoryError("too_large", "has more than 4 million characters");
  if (text.includes("\0")) throw new MemoryError("invalid_input", "is not text");
  return text;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
