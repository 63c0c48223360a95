// A file name that every system takes, made of a title and an id. The id's hash keeps two of them apart, also where
// upper and lower case are one.

import { createHash } from "node:crypto";
import { cut } from "../../model/text.ts";

const MAX_BYTES = 100;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function fileNameOf(title: string, id: string): string {
  const mark = createHash("sha256").update(id).digest("hex").slice(0, 10);
  const words = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  const name = RESERVED.test(words) ? `${words} note` : words;
  return `${shortened(name === "" ? "note" : name)} ${mark}.md`;
}

function shortened(name: string): string {
  let short = cut(name, MAX_BYTES);
  while (Buffer.byteLength(short) > MAX_BYTES) short = cut(short, short.length - 1);
  return short.trim();
}
