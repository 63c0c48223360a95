// What the characters of a text rule out, read in one pass: where a sign, a digit or a long run is missing, the patterns
// that ask for it need not be tried.

export type Signs = Readonly<{
  /** One bit for each sign that occurs, as `anyOf` gives them. */
  seen: number;
  /** No character but ASCII. */
  isAscii: boolean;
  digits: number;
  /** The longest run of what keys and Base64 are written in: letters, digits and `+/_-`. */
  longestKey: number;
  /** The longest run without white space. */
  longestSolid: number;
  /** The longest run of white space. */
  longestBlank: number;
}>;

const SIGNS = '@:=/$-_\n\\#<["(';
const BLANK = 1 << 28;
const KEY = 1 << 29;
const DIGIT = 1 << 30;
const ASCII_END = 128;
const KINDS = Int32Array.from({ length: ASCII_END }, (_, code) =>
  kindOf(String.fromCharCode(code)),
);

/** The bits of these signs, of which one must occur. */
export function anyOf(signs: string): number {
  return Array.from(signs, bitOf).reduce((bits, bit) => bits | bit, 0);
}

function bitOf(sign: string): number {
  const at = SIGNS.indexOf(sign);
  if (at < 0) throw new Error(`Nothing looks for the sign ${sign}`);
  return 1 << at;
}

function kindOf(character: string): number {
  const sign = SIGNS.includes(character) ? bitOf(character) : 0;
  const isKey = /[A-Za-z0-9+/_-]/.test(character) ? KEY : 0;
  const isDigit = /\d/.test(character) ? DIGIT : 0;
  return sign | isKey | isDigit | (/\s/.test(character) ? BLANK : 0);
}

export function signsOf(text: string): Signs {
  let seen = 0;
  let codes = 0;
  let digits = 0;
  let key = 0;
  let solid = 0;
  let blank = 0;
  let longestKey = 0;
  let longestSolid = 0;
  let longestBlank = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < ASCII_END ? (KINDS[code] ?? 0) : 0;
    codes |= code;
    seen |= kind;
    digits += (kind & DIGIT) >>> 30;
    key = (kind & KEY) === 0 ? 0 : key + 1;
    solid = (kind & BLANK) === 0 ? solid + 1 : 0;
    blank = (kind & BLANK) === 0 ? 0 : blank + 1;
    longestKey = Math.max(longestKey, key);
    longestSolid = Math.max(longestSolid, solid);
    longestBlank = Math.max(longestBlank, blank);
  }
  return { seen, isAscii: codes < ASCII_END, digits, longestKey, longestSolid, longestBlank };
}
