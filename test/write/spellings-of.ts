// Texts that a pattern matches, made from the pattern itself: every branch, every letter and every length gets its turn.

type Random = (below: number) => number;
type Cursor = { at: number };
type Pattern = Readonly<{
  source: string;
  form: RegExp;
  random: Random;
  /** The characters that a class of the pattern has, by its spelling. */
  choices: Map<string, readonly string[]>;
}>;

const ANY = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).concat(
  ..."\n\téèêâáàäôóñüßÄÉſK“–—日本",
);
const LONGEST_REPEAT = 3;
const ATOM = /^(?:\[(?:\\p\{\w+\}|\\.|[^\]])*\]|\\[pP]\{[\w=]+\}|\\u[0-9a-f]{4}|\\.|[\s\S])/i;

/** So many of them, or fewer where most attempts fail: what must follow, or must not, is not followed here. */
export function spellingsOf(form: RegExp, wanted: number): readonly string[] {
  const { source } = form;
  const pattern = { source, form, random: seeded(source.length), choices: new Map() };
  const made = new Set<string>();
  for (let attempt = 0; attempt < 20 * wanted && made.size < wanted; attempt++) {
    const text = alternatives(pattern, { at: 0 });
    if (text.search(form) >= 0) made.add(text);
  }
  return [...made];
}

/** Made one after the other; one of them is taken. */
function alternatives(pattern: Pattern, cursor: Cursor): string {
  const made = [sequence(pattern, cursor)];
  while (pattern.source[cursor.at] === "|") {
    cursor.at++;
    made.push(sequence(pattern, cursor));
  }
  return made[pattern.random(made.length)] ?? "";
}

function sequence(pattern: Pattern, cursor: Cursor): string {
  let made = "";
  while (cursor.at < pattern.source.length && !/[|)]/.test(pattern.source[cursor.at] ?? ""))
    made += repeated(pattern, cursor);
  return made;
}

function repeated(pattern: Pattern, cursor: Cursor): string {
  const from = cursor.at;
  const first = atom(pattern, cursor);
  const quantifier = /^(?:\?|\*|\+|\{(\d+)(,(\d*))?\})\??/.exec(pattern.source.slice(cursor.at));
  if (quantifier === null) return first;
  const to = cursor.at + quantifier[0].length;
  let made = "";
  for (let count = countFor(quantifier, pattern.random); count > 0; count--)
    made += atom(pattern, Object.assign(cursor, { at: from }));
  cursor.at = to;
  return made;
}

function countFor([sign = "", low, comma, high]: RegExpExecArray, random: Random): number {
  if (low === undefined) return sign.startsWith("+") ? 1 + random(2) : random(2);
  const least = Number(low);
  if (comma === undefined) return least;
  return least + random(Math.min(LONGEST_REPEAT, (high ? Number(high) : Infinity) - least) + 1);
}

function atom(pattern: Pattern, cursor: Cursor): string {
  const rest = pattern.source.slice(cursor.at);
  if (rest.startsWith("(")) return group(pattern, cursor);
  const taken = ATOM.exec(rest);
  const one = taken?.[0] ?? "";
  cursor.at += one.length;
  if (one === "^" || one === "$" || one === "\\b") return "";
  if (/^[^\\[.]$/.test(one)) return pattern.form.ignoreCase ? caseOf(one, pattern.random) : one;
  const choices = choicesOf(pattern, one);
  return choices[pattern.random(choices.length)] ?? "";
}

function choicesOf({ form, choices }: Pattern, one: string): readonly string[] {
  const known = choices.get(one);
  if (known !== undefined) return known;
  const fits = new RegExp(`^${one}$`, form.flags.replace("g", ""));
  const found = ANY.filter((character) => fits.test(character));
  choices.set(one, found);
  return found;
}

/** What must stand before is said; what must follow, or must not, is left to what comes. */
function group(pattern: Pattern, cursor: Cursor): string {
  const opening = /^\((?:\?(?::|<?[=!]))?/.exec(pattern.source.slice(cursor.at))?.[0] ?? "(";
  cursor.at += opening.length;
  const made = alternatives(pattern, cursor);
  cursor.at++;
  return ["(", "(?:", "(?<="].includes(opening) ? made : "";
}

/** Among the other spellings of a letter, where case is ignored, are two that are no ASCII. */
function caseOf(letter: string, random: Random): string {
  const other = { s: "\u017F", k: "\u212A" }[letter.toLowerCase()];
  return [letter, letter, letter, letter.toUpperCase(), other ?? letter][random(5)] ?? letter;
}

/** A linear congruence: the same texts in every run. */
function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
