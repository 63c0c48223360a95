// Text carried inside text: Base64, hexadecimal and Tag-block runs that decode to something readable.

import { Buffer } from "node:buffer";
import type { Finding } from "../finding.ts";
import type { Folded } from "../fold.ts";
import { matchesOf } from "../matches.ts";
import { spellTags } from "./hidden.ts";

export type Encoded = Readonly<{ decoded: string; start: number; end: number }>;

const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX_RUN = /(?<![0-9A-Za-z])(?:[0-9a-f]{2}){12,}(?![0-9A-Za-z])/gi;
/** Characters of the shortest run of either kind. */
export const SHORTEST_ENCODED = 16;
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]+$/u;
const LEAST_READABLE = 8;

export function findEncoded(
  text: string,
  folded: Folded,
  hidden: readonly Finding[],
): readonly Encoded[] {
  return [
    ...decodeRuns(folded, BASE64_RUN, "base64"),
    ...decodeRuns(folded, HEX_RUN, "hex"),
    ...hidden
      .filter(({ rule }) => rule === "tag_block")
      .map(({ start, end }) => ({ decoded: spellTags(text.slice(start, end)), start, end }))
      .filter(({ decoded }) => decoded !== ""),
  ];
}

function decodeRuns(folded: Folded, runs: RegExp, encoding: "base64" | "hex"): Encoded[] {
  const found: Encoded[] = [];
  for (const match of matchesOf(folded.text, runs)) {
    const decoded = decode(match[0], encoding);
    if (decoded === undefined) continue;
    found.push({ decoded, ...folded.toOriginal(match.index, match.index + match[0].length) });
  }
  return found;
}

/** Undefined when the bytes are no text. */
export function decode(run: string, encoding: "base64" | "hex"): string | undefined {
  const decoded = Buffer.from(run, encoding).toString("utf8");
  return decoded.length >= LEAST_READABLE && READABLE.test(decoded) ? decoded : undefined;
}
