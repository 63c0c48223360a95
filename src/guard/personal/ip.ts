// Network addresses that can point at a person: IPv4 and IPv6, but not loopback, unspecified or version numbers.

import { isIP } from "node:net";
import type { Detector, Finding } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";

const V4 = /(?<![\d.A-Za-z-])(?:\d{1,3}\.){3}\d{1,3}(?![\d-]|\.\d|[A-Za-z])/g;
const V6 =
  /(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{3,39}(?:(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])/g;
const NOBODY = /^(?:127\.|0\.|255\.|::1$|::$)/;
const VERSION_BEFORE = /\b(?:v|ver|version|release|build|kernel) ?$/i;
const CONTEXT_CHARS = 12;
/** Each of the four groups of the first kind has a digit. */
const GROUPS = 4;
const COLON = anyOf(":");

export const ipDetector: Detector = { name: "ip", find: findAddresses };

function findAddresses(text: string, { signs }: TextFeatures): readonly Finding[] {
  const shorter = signs.digits >= GROUPS ? matchesOf(text, V4) : [];
  // Every address of the second kind has a colon: the pattern looks ahead for it.
  const longer = (signs.seen & COLON) === 0 ? [] : matchesOf(text, V6);
  if (shorter.length + longer.length === 0) return [];
  return [...shorter, ...longer]
    .filter((match) =>
      isAddress(match[0], text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index)),
    )
    .map((match) => ({
      class: "ip" as const,
      start: match.index,
      end: match.index + match[0].length,
      rule: match[0].includes(":") ? "ipv6_address" : "ipv4_address",
    }));
}

function isAddress(value: string, before: string): boolean {
  if (isIP(value) === 0 || NOBODY.test(value)) return false;
  // Two bare hexadecimal digits and colons are also a time of day; an address has a longer group or a gap.
  if (value.includes(":") && !/[0-9a-f]{3}/i.test(value)) return false;
  return !VERSION_BEFORE.test(before);
}
