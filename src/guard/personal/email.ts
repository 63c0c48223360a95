// E-mail addresses.

import type { Detector, Finding } from "../finding.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";

const ADDRESS =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}_%+'][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/gu;

const AT = anyOf("@");

export const emailDetector: Detector = { name: "email", find: findEmails };

function findEmails(text: string, { signs }: TextFeatures): readonly Finding[] {
  if ((signs.seen & AT) === 0) return [];
  return [...text.matchAll(ADDRESS)].map((match) => ({
    class: "email" as const,
    start: match.index,
    end: match.index + match[0].length,
    rule: "email_address",
  }));
}
