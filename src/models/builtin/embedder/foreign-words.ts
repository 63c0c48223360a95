// Cuts a text that is not all English into words, each of one script.

export type ForeignToken = Readonly<{ script: Script; text: string }>;
/** "other" is a number, a mark or a letter of a script there are no rows for. */
export type Script = (typeof SCRIPTS)[number][0] | "other";

const SCRIPTS = [
  ["latin", "a-z\\u00DF-\\u00F6\\u00F8-\\u024F\\u1E00-\\u1EFF"],
  ["cyrillic", "\\u0400-\\u052F"],
  ["arabic", "\\u0620-\\u063F\\u0641-\\u064A\\u066E\\u066F\\u0671-\\u06D3"],
  ["devanagari", "\\u0900-\\u0963\\u0966-\\u097F"],
  ["cjk", "\\u3005\\u3040-\\u30FA\\u30FC-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF"],
  ["hangul", "\\uAC00-\\uD7A3"],
] as const;

const TOKEN = new RegExp(
  `${SCRIPTS.map(([script, letters]) => `(?<${script}>[${letters}]+)`).join("|")}|[0-9]+|\\S`,
  "gu",
);
const OTHER_SCRIPT = new RegExp(
  `[${SCRIPTS.slice(1)
    .map(([, letters]) => letters)
    .join("")}\\uFF66-\\uFF9D\\u1100-\\u11FF]`,
  "u",
);
/** Accents, Arabic vowels and its filler, Devanagari's dot, marks without width. */
const DROPPED =
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u0640\u093C\u200B-\u200F\u2060\uFEFF]/gu;
/** Marks the English table knows in another shape; the opening ones of Spanish say nothing. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...["。.", "、,", "؟?", "،,", "।.", "؛;", '「"', '」"', '«"', '»"', '“"', '”"', '„"', "’'"].map(
    (pair) => [pair.charAt(0), pair.charAt(1)] as const,
  ),
  ["¿", ""],
  ["¡", ""],
]);

/** Whether a letter of a script other than Latin is in it that the foreign table has rows for. */
export function hasOtherScript(text: string): boolean {
  return OTHER_SCRIPT.test(text);
}

/** In order, at most `limit`. */
export function foreignTokens(text: string, limit: number): readonly ForeignToken[] {
  const tokens: ForeignToken[] = [];
  for (const { 0: spelling, groups } of folded(text).matchAll(TOKEN)) {
    if (tokens.length === limit) break;
    const script = scriptOf(groups);
    const plain = script === "other" ? (MARKS.get(spelling) ?? spelling) : spelling;
    if (plain !== "") tokens.push({ script, text: plain });
  }
  return tokens;
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(DROPPED, "").normalize("NFC").toLowerCase();
}

function scriptOf(groups: Record<string, string | undefined> | undefined): Script {
  for (const [script] of SCRIPTS) if (groups?.[script] !== undefined) return script;
  return "other";
}
