// A secret that its surroundings name: `password: …`, `API_KEY=…`, "the password is …", `login("user", "…")`,
// and long random strings that nothing names.

import { meets } from "../bits.ts";
import type { Detector, Finding, GuardClass } from "../finding.ts";
import { decode } from "../injection/encoded.ts";
import { matchesOf } from "../matches.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";
import { cue } from "./cues.ts";
import { changesKind, looksGenerated, looksRandom } from "./randomness.ts";

/** Names whose value is secret whatever it looks like, and names whose value must look generated. */
const PASSWORD_NAME =
  "pass(?:word|wd|wort|phrase|code)?s?|pwd|pswd|secret|contrase(?:n|ñ)a|clave secreta|mot de passe|kennwort|senha|пароль|parola|wachtwoord|密码|パスワード";
const KEY_NAME =
  "api[ _-]?(?:key|token|secret)?|apikey|access[ _-]?key|auth[ _-]?key|(?:private|encryption|signing|license|account|subscription|service|server|secret|master|app|client|session|consumer)[ _-]?(?:key|secret|token)|token|credentials?|[._-]key|[a-z]Key|_pat|login|bearer|webhook";
const IDENTIFIER_REST = "[A-Za-z0-9_.]{0,32}";

export const NAMED = new RegExp(
  `(${PASSWORD_NAME})|(?:${KEY_NAME})`, // group 1 tells a password from a key
  "gi",
);
const NAME_CUE = cue("secret_name");
const ACCESS_TOKEN_CUE = cue("access_token_name");
const UNDERSCORE = anyOf("_");
const ASSIGNED = new RegExp(
  String.raw`^${IDENTIFIER_REST}\\{0,2}["'\`)\]]{0,3}(?:\s{0,12}(?::=|=>|={1,3}|!==?|::?|,|\|\||-{2,4}>?|->)\s{0,12}|\s{1,4}(?:default\s{0,4}=|value\s{0,2}=)\s{0,4}|\s{1,12}(?=["']))`,
);
const SAID =
  /^s?(?: (?:for|of|to|fur|para|pour)[^.\n]{1,40}?)?(?: (?:again|now|here|there))? (?:is|was|are|ist|lautet|war|es|est|e|:|=)(?: now| still| jetzt| set to)?:? |^[^.:\n]{0,40}:\s{1,4}(?=[a-f0-9]{16})/i;
const QUOTED =
  /^(?:[A-Za-z_.]{1,24}\(\\{0,2}["'][A-Za-z_]{1,40}\\{0,2}["'],\s{0,4})?(?:"\\?'|'\\?"|\\{1,2}["']|["'`])([^\n]{0,240})/;
const LINE_END = /^\s{0,8}(?:[,;#}"']|\n|$)/;
const BARE = /^[^\s"'`,;<>(){}[\]]{1,400}/;

const REFERENCE =
  /^(?:\$|%\w+%|\{|<|&lt;|#\{|#[a-z-]+$|\[|@\w+\.|arn:|https?:\/\/|env\.|process\.|os\.|self\.|this\.|request\.|config\.|secrets\.)/i;
const NO_VALUE =
  /^(?:null|nil|none|true|false|undefined|string|str|required|optional|empty|wrong|incorrect|invalid|correct|missing|reset|changed|protected|expired|needed|text|char|int|bytes?|object|and|or|the|a|an|is|are|was|not|x+|\*+|\.+|-+)$/i;
const LABEL = /^[\p{L} ]+[:?]$|^\p{Lu}\p{Ll}+ \p{Ll}+ \p{Ll}+/u;

/** `has` matches in every match. */
export const CALLS: readonly Readonly<{ has: RegExp; call: RegExp }>[] = [
  {
    has: /(?:Credentials?|DirectoryEntry|[Bb]asic_?[Aa]uth|OAuth)\(/,
    call: /(?<!\w)\w{0,40}(?:Credentials?|DirectoryEntry|[Bb]asic_?[Aa]uth|OAuth)\(\s{0,4}(?:["'][^"'\n]{0,120}["'],\s{0,24}){1,2}["']([^"'\n]{4,120})["']/g,
  },
  {
    has: /\s-u/,
    call: /\s-u[ =]{1,3}\S{1,120}\s{1,4}-p[ =]{0,3}(\S{3,120})/g,
  },
  {
    has: /\s-u/,
    call: /\s-u[ =]{0,3}["']?[^\s:"']{1,120}:([^\s"']{4,200})/g,
  },
  {
    has: /\s--?[a-z]{3}/i,
    call: /(?<=\s)--?(?:password|passwd|pass|token|secret|api-key|registration-token)[ =:]{1,3}["']?([^\s"'$<]{4,400})/gi,
  },
  {
    has: /_USER/,
    call: /(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{2,60}_USER(?:NAME)?=["']?([^\s"'$<]{3,120})/g,
  },
  {
    has: /docker login/,
    call: /docker login\s[^\n]{0,120}?-p[ =]{0,3}([^\s$]{4,200})/g,
  },
];

/** One of these is in every call; `docker login` takes its password after a dash. */
const CALL_SIGNS = anyOf("(-_");
const SHORTEST_UNNAMED = 18;
const SLASH = anyOf("/");

const UNNAMED = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{18,}={0,2}/g;
const ASSIGNED_BEFORE = /[:=(,]\s{0,12}["'`]$/;
const HEX_ASSIGNED_BEFORE = /[:=]\s{0,12}["'`]?$/;
const CHECKSUM_BEFORE =
  /(?:sha-?\d*|hash|digest|commit|checksum|md5|etag|integrity|rev(?:ision)?|fingerprint|uuid|(?<!_)id)["'`]?\s{0,4}[:=]\s{0,12}["'`]?$/i;
const HEX = /^[0-9a-f]{32,128}$/;
const ALONE_LENGTH = 32;
// The path of a service's address may itself be the key: whoever has the address may call it.
const SERVICE_ADDRESS =
  /:\/\/[^\s/"'<>]{1,120}\/(?:[^\s/"'<>]{1,40}\/){0,4}(?:api|hooks?|webhooks?)\/[^\s"'<>]{1,300}/g;
const SEGMENT = /(?<=[/=])[A-Za-z0-9_-]{18,128}(?=[/?&#]|$)/g;
const ADDRESS_BEFORE = /:\/\/\S{0,300}$/;

export const namedSecretDetector: Detector = {
  name: "named_secret",
  find: findSecrets,
};

function findSecrets(text: string, glance: TextFeatures): readonly Finding[] {
  const { seen, longestKey } = glance.signs;
  return [
    ...(mayName(glance) ? findNamed(text) : []),
    ...((seen & CALL_SIGNS) === 0 ? [] : findCalls(text)),
    ...(longestKey < SHORTEST_UNNAMED ? [] : findUnnamed(text)),
    ...((seen & SLASH) === 0 ? [] : findInServiceAddresses(text)),
  ];
}

function mayName({ signs, said }: TextFeatures): boolean {
  return (
    meets(said.cues, NAME_CUE) ||
    ((signs.seen & UNDERSCORE) !== 0 && meets(said.cues, ACCESS_TOKEN_CUE))
  );
}

type Value = Readonly<{
  value: string;
  start: number;
  isQuoted: boolean;
  isSaid: boolean;
  endsLine: boolean;
}>;

function findNamed(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(NAMED)) {
    const isPassword = match[1] !== undefined;
    const nameEnd = match.index + match[0].length;
    const named = valueAfter(text, nameEnd);
    if (named === undefined) continue;
    const isSecret = isPassword ? isPasswordValue(named) : looksGenerated(named.value);
    if (!isSecret || REFERENCE.test(named.value) || NO_VALUE.test(named.value)) continue;
    found.push(finding(named, isPassword ? "password" : classOfKey(match[0])));
  }
  return found;
}

function finding({ value, start }: Value, guardClass: GuardClass): Finding {
  return { class: guardClass, start, end: start + value.length, rule: `named_${guardClass}` };
}

function classOfKey(name: string): GuardClass {
  return /token|bearer|login/i.test(name) ? "token" : "api_key";
}

function valueAfter(text: string, nameEnd: number): Value | undefined {
  const rest = text.slice(nameEnd, nameEnd + 480);
  const assigned = ASSIGNED.exec(rest);
  const opening = assigned ?? SAID.exec(rest);
  if (opening === null) return undefined;
  const at = opening[0].length;
  const tail = rest.slice(at);
  const isSaid = assigned === null;
  const quoted = QUOTED.exec(tail);
  if (quoted) {
    const inside = quoted[1] ?? "";
    const quote = tail.charAt(quoted[0].length - inside.length - 1);
    const close = inside.indexOf(quote);
    const value = (close === -1 ? inside : inside.slice(0, close)).replace(/\\+$/, "");
    const start = nameEnd + at + quoted[0].length - inside.length;
    return { value, start, isQuoted: true, isSaid, endsLine: true };
  }
  const bare = BARE.exec(tail)?.[0].replace(/[.!?:]+$/, "");
  return bare === undefined || /^\s{0,2}\(/.test(tail.slice(bare.length))
    ? undefined
    : {
        value: bare,
        start: nameEnd + at,
        isQuoted: false,
        isSaid,
        endsLine: LINE_END.test(tail.slice(bare.length)),
      };
}

/** In prose a bare word after "is" is a remark ("is wrong"); only something no word looks like counts. */
function isPasswordValue({ value, isQuoted, isSaid, endsLine }: Value): boolean {
  if (value.length < 4 || value.length > 240) return false;
  if (isQuoted) return !LABEL.test(value);
  if (isSaid) return /\d|[^\p{L}\p{N}'-]|\p{Ll}\p{Lu}/u.test(value);
  return !/^\p{L}+$/u.test(value) || (endsLine && value.length >= 5);
}

function findCalls(text: string): Finding[] {
  return CALLS.filter(({ has }) => has.test(text)).flatMap(({ call }) =>
    matchesOf(text, call).flatMap((match) => {
      const value = match[1] ?? "";
      const start = match.index + match[0].lastIndexOf(value);
      if (REFERENCE.test(value)) return [];
      return [
        {
          class: "password" as const,
          start,
          end: start + value.length,
          rule: "credential_argument",
        },
      ];
    }),
  );
}

function findUnnamed(text: string): Finding[] {
  return matchesOf(text, UNNAMED)
    .filter((match) =>
      isUnnamedSecret(match[0], text.slice(Math.max(0, match.index - 300), match.index)),
    )
    .map((match) => ({
      class: "api_key" as const,
      start: match.index,
      end: match.index + match[0].length,
      rule: "random_string",
    }));
}

/** Long enough to stand alone, or given to a name of any kind. Text in Base64 is judged by what it says. */
function isUnnamedSecret(value: string, before: string): boolean {
  if (ADDRESS_BEFORE.test(before)) return false;
  if (HEX.test(value)) return HEX_ASSIGNED_BEFORE.test(before) && !CHECKSUM_BEFORE.test(before);
  if (!looksRandom(value) || decode(value, "base64") !== undefined) return false;
  return value.length >= ALONE_LENGTH || ASSIGNED_BEFORE.test(before);
}

function findInServiceAddresses(text: string): Finding[] {
  if (!text.includes("://")) return [];
  return matchesOf(text, SERVICE_ADDRESS).flatMap((address) =>
    [...address[0].matchAll(SEGMENT)]
      .filter((segment) => changesKind(segment[0]))
      .map((segment) => {
        const start = address.index + segment.index;
        return {
          class: "api_key",
          start,
          end: start + segment[0].length,
          rule: "address_key",
        } as const;
      }),
  );
}
