// Cuts a text into words and single punctuation marks, the units the vocabulary is written in, but for their case.

const SEPARATOR = 0;
const WORD = 1;
const MARK = 2;
const ASCII_END = 128;
const CLASS_OF_ASCII = Uint8Array.from({ length: ASCII_END }, (_, code) => classOfAscii(code));

const IDEOGRAPHS = "\\u4E00-\\u9FFF\\u3400-\\u4DBF";
const MARKS = "\\p{P}$+<=>^`|~";
const TOKEN = new RegExp(
  `[${IDEOGRAPHS}]|[${MARKS}]|[^\\s\\u0000-\\u001F${MARKS}${IDEOGRAPHS}]+`,
  "gu",
);

function classOfAscii(code: number): number {
  if (code <= 32) return SEPARATOR;
  return /[0-9A-Za-z\u007F]/.test(String.fromCharCode(code)) ? WORD : MARK;
}

/**
 * The first `limit` tokens in order, undefined where one is not plain ASCII: most chat is, and a table look-up a
 * character is several times faster than the pattern.
 */
export function asciiTokens(text: string, limit: number): readonly string[] | undefined {
  const tokens: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length && tokens.length < limit; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_END) return undefined;
    const kind = CLASS_OF_ASCII[code];
    if (kind === WORD) continue;
    if (at > start) tokens.push(text.slice(start, at));
    if (kind === MARK) tokens.push(text.charAt(at));
    start = at + 1;
  }
  if (start < text.length) tokens.push(text.slice(start));
  return tokens.length > limit ? tokens.slice(0, limit) : tokens;
}

/** The first `limit` tokens in order. */
export function unicodeTokens(text: string, limit: number): readonly string[] {
  const bare = text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  const tokens: string[] = [];
  for (const match of bare.matchAll(TOKEN)) {
    if (tokens.length === limit) break;
    tokens.push(match[0]);
  }
  return tokens;
}
