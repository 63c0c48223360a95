// Tokens by their form: JSON web tokens, authorization headers, and stored password hashes.

import { meets } from "../bits.ts";
import type { Detector, Finding, GuardClass } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";
import { cue } from "./cues.ts";

type Form = Readonly<{
  rule: string;
  class: GuardClass;
  /** Holds for every text with a match. */
  isPossible: (glance: TextFeatures) => boolean;
  form: RegExp;
}>;

const DOLLAR = anyOf("$");
const cues = {
  webToken: cue("json_web_token"),
  scheme: cue("authorization_scheme"),
  header: cue("authorization_header"),
  file: cue("credential_file_entry"),
};

/** Group 1, where there is one, is the secret; else the whole match. */
export const TOKEN_FORMS: readonly Form[] = [
  {
    rule: "json_web_token",
    class: "token",
    isPossible: ({ said }) => meets(said.cues, cues.webToken),
    form: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{0,2048}){0,3}/g,
  },
  {
    rule: "authorization_scheme",
    class: "token",
    isPossible: ({ signs, said }) => signs.digits > 0 && meets(said.cues, cues.scheme),
    form: /\b(?:bearer|basic|ssws|apikey|token)[ :=]{1,3}["']?(?=[A-Za-z0-9._~+/-]{0,40}\d)([A-Za-z0-9._~+/-]{16,4096}={0,2})/gi,
  },
  {
    rule: "authorization_header",
    class: "token",
    isPossible: ({ said }) => meets(said.cues, cues.header),
    form: /\b(?:proxy-)?(?:authorization|x-[a-z-]{1,30}(?:key|token))["']?[ ]?[:=,][ ]?["']?(?:[A-Za-z]{3,12} )?["']?([A-Za-z0-9._~+/-]{8,4096}={0,2})/gi,
  },
  {
    rule: "password_hash",
    class: "password",
    isPossible: ({ signs }) => (signs.seen & DOLLAR) !== 0,
    form: /(?<![A-Za-z0-9$])\$(?:2[abxy]?|[15-9]|y|gy|apr1|P|H|S|argon2(?:id?|d)|pbkdf2[a-z0-9-]{0,12}|scrypt|krb5[a-z]{2,8}|DCC2|ml|sha1|md5)\$[^\s"'`<>,;]{12,8192}/g,
  },
  {
    rule: "credential_file_entry",
    class: "password",
    isPossible: ({ said }) => meets(said.cues, cues.file),
    form: /(?:\bmachine[ \t\n]{1,4}\S{1,120}[ \t\n]{1,4}login[ \t\n]{1,4}\S{1,120}[ \t\n]{1,4}password[ \t\n]{1,4}|:_auth(?:Token)?[ ]?=[ ]?)(\S{3,400})/g,
  },
];

export const tokenDetector: Detector = { name: "token", find: findTokens };

function findTokens(text: string, glance: TextFeatures): readonly Finding[] {
  const found: Finding[] = [];
  for (const { rule, class: guardClass, isPossible, form } of TOKEN_FORMS) {
    if (!isPossible(glance)) continue;
    for (const match of matchesOf(text, form)) {
      const end = match.index + match[0].length;
      const secret = match[1] ?? match[0];
      found.push({ class: guardClass, start: end - secret.length, end, rule });
    }
  }
  return found;
}
