// Secrets told in words, in any of our languages: a password or a PIN behind its name, a private key of 64 hexadecimal
// digits, and the words from which a wallet is restored.

import { createHash } from "node:crypto";
import { meets } from "../bits.ts";
import type { Detector, Finding, GuardClass } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";
import { cue } from "./cues.ts";
import { SEED_WORDS } from "./seed-words.ts";

const CUE = cue("told_name");

/** Between a name and its value: whose it is and that it is, in the order of either kind of language. */
const LINK = String.raw`(?:\s{0,2}(?:[:：=–—-]|is|now|lautet|ist|es|est|c'est|è|e'|é|jest|to|это|теперь|هي|هو|है|は|が|是|为|為|叫|改成|改为|는|은|가|이|을|를|'?(?:im|ım|m)|miz|n))*["'“”„«「『\s]{0,3}`;
const PASSWORD = `(?:passwor[dt]|passcode|passphrase|kennwort|contrase[nñ]a|mot de passe|senha|palavra-passe|parola(?: d'ordine)?|password|wachtwoord|has[lł]o|парол[ьяе]|[sş]ifre|كلمة (?:السر|المرور)|पासवर्ड|密码|密碼|口令|パスワード|合言葉|비밀번호|암호)`;
const PIN = String.raw`(?:(?<![\p{L}\p{N}])pin(?:[ -]?(?:code|kode|kod|number|nummer))?(?![\p{L}\p{N}])|geheimzahl|geheimnummer|c[oó]digo pin|code pin|пин(?:-?код)?|رقم سري|الرقم السري|पिन|暗証番号|个人识别码)`;
const PASSWORD_TOLD = new RegExp(
  String.raw`(?<![\w/'"#.-])${PASSWORD}\p{L}{0,4}(?: (?:for|of|to|für|para|pour|per|da|do|de|del|от|для|on) [^\s.!?\n]{1,24}(?: [^\s.!?\n]{1,24})?)?${LINK}([a-z0-9][!#-&*-.0-:?@A-Z^_a-z~]{3,63})(?!\d*[年月])`,
  "giu",
);
const PIN_TOLD = new RegExp(
  String.raw`${PIN}(?:[^\n.!?。\d]{0,24})${LINK}(?<![\d.,:-])(\d{4,8})(?![\d.,:-]?\d)`,
  "giu",
);
/** In Chinese and Japanese a word may be part of it; a count or a date goes on behind its digits. */
const HAN_PASSWORD_TOLD =
  /(?:密码|密碼|口令|パスワード|合言葉)(?:是|为|為|は|[:：=])\s?["“「『]?([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,8}[a-z0-9!@#$%&*_-]{0,24}\d)(?=で[すし]|だ|[^\p{L}\p{N}]|$)/giu;
const PRIVATE_KEY_TOLD =
  /(?:(?:wallet|eth(?:ereum)?|metamask|ledger|bitcoin|btc|signing)[^\n]{0,20}(?:key|secret)|(?:key|secret)[^\n]{0,20}(?:wallet|metamask|ledger)|private? ?key|secret key|privater? schlüssel|privatschlüssel|clave privada|clé privée|chiave privata|chave privada|privésleutel|klucz prywatny|özel anahtar|приватный ключ|закрытый ключ|المفتاح الخاص|निजी कुंजी|私钥|私鑰|秘密鍵|개인 ?키|priv_?key)[^\n]{0,40}?(?<![0-9A-Za-z])((?:0x)?[0-9a-f]{64})(?![0-9A-Za-z])/giu;
const WORDS =
  /(?<![a-z])(?:[a-z]{3,8}(?:[ ,\n\t]{1,3}(?:\d{1,2}[.):] {0,2})?)){11,23}[a-z]{3,8}(?![a-z])/gi;
const SEED_NAMED =
  /(?:seed|recovery|mnemonic|backup) ?(?:phrase|words?)?|wiederherstellungs\p{L}{0,12}|frase (?:semilla|semente|seed|de recuperação|de recuperación)|phrase de récupération|助记词|助記詞|シードフレーズ|復元フレーズ|시드|복구 ?구문|сид-?фраз|عبارة الاسترداد/iu;
const CONTEXT_CHARS = 80;
const SEED_LENGTHS = [24, 21, 18, 15, 12] as const;
const SHORTEST_SEED = 12;
const BITS_OF_WORD = 11;

/** A bare word behind a name is a remark ("is wrong"); only something that no word looks like counts. */
const LIKE_A_PASSWORD = /\d|[^\p{L}\p{N}.,!?;:'"-]|\p{Ll}\p{Lu}/u;
/** "I will pin 2024 …" fixes something; a number is told with a verb, a sign or in capitals. */
const PINNED = /(?<!\p{L})pins? \d+$/u;
const CLOSING = /[.,!?;:'")\]}>]+$/;
const REFERENCE = /^(?:https?:|\$|\{|<|\[|%|os\.|process\.|env)/i;

export const toldSecretDetector: Detector = { name: "told_secret", find: findTold };

function findTold(text: string, { signs, said }: TextFeatures): readonly Finding[] {
  const mayBeNamed = !signs.isAscii || meets(said.cues, CUE);
  const seeds = said.words.length < SHORTEST_SEED ? [] : findSeeds(text);
  if (!mayBeNamed) return seeds;
  return [
    ...valuesOf(text, PASSWORD_TOLD, "password").filter(({ start, end }) =>
      isPassword(text.slice(start, end)),
    ),
    ...(signs.isAscii ? [] : valuesOf(text, HAN_PASSWORD_TOLD, "password")),
    ...(signs.digits < 4
      ? []
      : valuesOf(text, PIN_TOLD, "password").filter(
          ({ end }) => !PINNED.test(text.slice(Math.max(0, end - 16), end)),
        )),
    ...(signs.longestKey < 64 ? [] : valuesOf(text, PRIVATE_KEY_TOLD, "private_key")),
    ...seeds,
  ];
}

function valuesOf(text: string, form: RegExp, guardClass: GuardClass): readonly Finding[] {
  return matchesOf(text, form).map((match) => {
    const value = match[1] ?? "";
    const start = match.index + match[0].length - value.length;
    const end = start + value.replace(CLOSING, "").length;
    return { class: guardClass, start, end, rule: `told_${guardClass}` };
  });
}

function isPassword(value: string): boolean {
  return value.length >= 4 && LIKE_A_PASSWORD.test(value) && !REFERENCE.test(value);
}

function findSeeds(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const match of matchesOf(text, WORDS)) {
    const before = text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index);
    const span = seedIn(match[0], SEED_NAMED.test(before));
    if (span === undefined) continue;
    const { start, end } = span;
    found.push({
      class: "private_key",
      start: match.index + start,
      end: match.index + end,
      rule: "seed_phrase",
    });
  }
  return found;
}

/** So many known words in a row, with the check of their last bits or named for what they are. */
function seedIn(run: string, isNamed: boolean) {
  const words = [...run.matchAll(/[a-z]+/gi)];
  const numbers = words.map(([word]) => SEED_WORDS().get(word.toLowerCase()) ?? -1);
  for (let from = 0; from + SHORTEST_SEED <= words.length; from++) {
    const length = SEED_LENGTHS.find((size) =>
      isSeed(numbers.slice(from, from + size), size, isNamed),
    );
    if (length === undefined) continue;
    const last = words[from + length - 1];
    return { start: words[from]?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };
  }
  return undefined;
}

function isSeed(numbers: readonly number[], size: number, isNamed: boolean): boolean {
  if (numbers.length < size || numbers.includes(-1)) return false;
  // "very very very …" passes the check once in sixteen.
  return isNamed || (new Set(numbers).size > 1 && passesCheck(numbers));
}

/** The last bits of the words are the first of the hash of all before them. */
function passesCheck(numbers: readonly number[]): boolean {
  const bits = numbers.map((number) => number.toString(2).padStart(BITS_OF_WORD, "0")).join("");
  const checked = bits.length / 33;
  const kept = bits.slice(0, bits.length - checked);
  const bytes = kept.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const hash = createHash("sha256").update(Uint8Array.from(bytes)).digest()[0] ?? 0;
  return hash.toString(2).padStart(8, "0").slice(0, checked) === bits.slice(-checked);
}
