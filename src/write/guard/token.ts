// Tokens by their form: JSON web tokens, authorization headers, and stored password hashes.

import type { Detector, Finding, GuardClass } from "./finding.ts";
import { matchesOf } from "./matches.ts";

type Form = Readonly<{ rule: string; class: GuardClass; hint: RegExp; form: RegExp }>;

/** Group 1, where there is one, is the secret; else the whole match. */
const FORMS: readonly Form[] = [
  {
    rule: "json_web_token",
    class: "token",
    hint: /eyJ/,
    form: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{0,2048}){0,3}/g,
  },
  {
    rule: "authorization_scheme",
    class: "token",
    hint: /bearer|basic|token|ssws|digest|apikey/i,
    form: /\b(?:bearer|basic|ssws|apikey|token)[ :=]{1,3}["']?(?=[A-Za-z0-9._~+/-]{0,40}\d)([A-Za-z0-9._~+/-]{16,4096}={0,2})/gi,
  },
  {
    rule: "authorization_header",
    class: "token",
    hint: /authorization|x-[a-z-]{0,30}(?:key|token)/i,
    form: /\b(?:proxy-)?(?:authorization|x-[a-z-]{1,30}(?:key|token))["']?[ ]?[:=,][ ]?["']?(?:[A-Za-z]{3,12} )?["']?([A-Za-z0-9._~+/-]{8,4096}={0,2})/gi,
  },
  {
    rule: "password_hash",
    class: "password",
    hint: /\$/,
    form: /(?<![A-Za-z0-9$])\$(?:2[abxy]?|[15-9]|y|gy|apr1|P|H|S|argon2(?:id?|d)|pbkdf2[a-z0-9-]{0,12}|scrypt|krb5[a-z]{2,8}|DCC2|ml|sha1|md5)\$[^\s"'`<>,;]{12,8192}/g,
  },
  {
    rule: "credential_file_entry",
    class: "password",
    hint: /machine|_auth/,
    form: /(?:\bmachine[ \t\n]{1,4}\S{1,120}[ \t\n]{1,4}login[ \t\n]{1,4}\S{1,120}[ \t\n]{1,4}password[ \t\n]{1,4}|:_auth(?:Token)?[ ]?=[ ]?)(\S{3,400})/g,
  },
];

export const tokenDetector: Detector = { name: "token", find: findTokens };

function findTokens(text: string): readonly Finding[] {
  return FORMS.filter(({ hint }) => hint.test(text)).flatMap((form) =>
    matchesOf(text, form.form).map((match) => {
      const end = match.index + match[0].length;
      const secret = match[1] ?? match[0];
      return { class: form.class, start: end - secret.length, end, rule: form.rule };
    }),
  );
}
