// Bytes as text: UTF-8, or UTF-16 where a byte order mark or the first bytes say so. What is neither is not text.

import { TextDecoder } from "node:util";

const UTF16_MARKS = { fffe: "utf-16le", feff: "utf-16be" } as const;

export async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder?.decode();
  if (rest !== undefined && rest !== "") yield rest;
}

/** Without a mark, text whose every second byte is empty is UTF-16 all the same. */
function encodingOf(chunk: Uint8Array): string {
  const [a = 0, b = 0, c = 0, d = 0] = chunk;
  const mark = Buffer.from([a, b]).toString("hex");
  if (mark === "fffe" || mark === "feff") return UTF16_MARKS[mark];
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return "utf-16le";
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return "utf-16be";
  return "utf-8";
}

/** The beginning of a file as text, for telling what it is. */
export async function headText(
  chunks: AsyncIterable<Uint8Array>,
  characters: number,
): Promise<string> {
  let head = "";
  for await (const text of decode(chunks)) {
    head += text;
    if (head.length >= characters) break;
  }
  return head.slice(0, characters);
}

/** The whole of a small file; undefined when it is larger than that. */
export async function wholeText(
  chunks: AsyncIterable<Uint8Array>,
  maxCharacters: number,
): Promise<string | undefined> {
  const parts: string[] = [];
  let length = 0;
  for await (const text of decode(chunks)) {
    length += text.length;
    if (length > maxCharacters) return undefined;
    parts.push(text);
  }
  return parts.join("");
}
