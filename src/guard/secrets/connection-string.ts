// Addresses and connection strings that carry a password: scheme://user:password@host and key=value; lists.

import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";

const URL_WITH_PASSWORD =
  /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s/:@"'`<>]{0,120}:[^\s/"'`<>]{1,200}@[^\s"'`<>,;)]{1,400}/g;
const URL_WITH_TOKEN_USER =
  /(?<![A-Za-z0-9])https?:\/\/[A-Za-z0-9_-]{20,120}@[^\s"'`<>,;)]{1,400}/g;
const PAIRS =
  /(?<![A-Za-z0-9])(?:password|pwd|accountkey|sharedaccesskey|sharedsecret|secret)[ ]?=[ ]?(?!\s)([^\s;"'&<>{}[\]$(\\][^;"'\n()]{0,120}?)(?=[;"'\n]|$)/gi;
const PAIR_NEIGHBOUR =
  /(?:server|data source|host(?:name)?|user ?id|uid|user|database|initial catalog|accountname|endpoint|sharedaccesskeyname|driver|provider|id)[ ]?=[^;\n]{1,80};/i;
const NEIGHBOURHOOD = 120;
const SLASH_OR_EQUALS = anyOf("/=");
const PLACEHOLDER = /^(?:x+|null|none|nil|\*+|\.+|[0-9]|your[-_ ]?\w*)$/i;

export const connectionStringDetector: Detector = {
  name: "connection_string",
  find: findConnectionStrings,
};

function findConnectionStrings(text: string, { signs }: TextFeatures): readonly Finding[] {
  if ((signs.seen & SLASH_OR_EQUALS) === 0) return [];
  return [...findUrls(text), ...findPairs(text)];
}

function findUrls(text: string): Finding[] {
  if (!text.includes("://")) return [];
  return [URL_WITH_PASSWORD, URL_WITH_TOKEN_USER].flatMap((shape) =>
    matchesOf(text, shape).map((match) => ({
      class: "connection_string" as const,
      start: match.index,
      end: match.index + match[0].length,
      rule: "url_with_password",
    })),
  );
}

function findPairs(text: string): Finding[] {
  if (!text.includes("=")) return [];
  const found: Finding[] = [];
  for (const match of matchesOf(text, PAIRS)) {
    const value = match[1] ?? "";
    const end = match.index + match[0].length;
    const around = text.slice(Math.max(0, match.index - NEIGHBOURHOOD), end + NEIGHBOURHOOD);
    if (PLACEHOLDER.test(value) || !PAIR_NEIGHBOUR.test(around)) continue;
    found.push({
      class: "connection_string",
      start: end - value.length,
      end,
      rule: "connection_pair",
    });
  }
  return found;
}
