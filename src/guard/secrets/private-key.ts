// Private key blocks in PEM and PuTTY form, whole or cut off.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";

const OPENING = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const PUTTY = /PuTTY-User-Key-File-\d:/g;
const PUTTY_CLOSING = /Private-MAC: ?[0-9a-f]{1,80}/g;
const XML_KEY = /<RSAKeyValue>/g;
const CLOSING = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const XML_CLOSING = /<\/RSAKeyValue>/g;

const BLOCKS: readonly Readonly<{ rule: string; opening: RegExp; closing: RegExp }>[] = [
  { rule: "pem_private_key", opening: OPENING, closing: CLOSING },
  { rule: "putty_private_key", opening: PUTTY, closing: PUTTY_CLOSING },
  { rule: "xml_private_key", opening: XML_KEY, closing: XML_CLOSING },
];

/** How every opening begins or goes on. */
const DASH_OR_BRACKET = anyOf("-<");

export const privateKeyDetector: Detector = { name: "private_key", find: findPrivateKeys };

function findPrivateKeys(text: string, { signs }: TextFeatures): readonly Finding[] {
  if ((signs.seen & DASH_OR_BRACKET) === 0) return [];
  return BLOCKS.flatMap(({ rule, opening, closing }) => {
    const openings = matchesOf(text, opening).map((match) => match.index);
    if (openings.length === 0) return [];
    const closings = matchesOf(text, closing).map((match) => match.index + match[0].length);
    return pair(openings, closings, text.length).map(({ start, end }) => ({
      class: "private_key" as const,
      start,
      end,
      rule,
    }));
  });
}

/** Each opening runs to the next closing, or to the end: a key cut off is still a key. */
function pair(openings: readonly number[], closings: readonly number[], length: number) {
  const spans: { start: number; end: number }[] = [];
  let next = 0;
  for (const start of openings) {
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    while (next < closings.length && (closings[next] ?? 0) <= start) next++;
    spans.push({ start, end: closings[next] ?? length });
  }
  return spans;
}
