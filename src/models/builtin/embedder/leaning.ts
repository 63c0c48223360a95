// Tells whether the Latin words of a text are English, by words that are common in one language and not in another.

/** Above zero where a word speaks against English. */
export type Leanings = ReadonlyMap<string, number>;

export type Tally = { words: number; against: number; for: number; sum: number };

const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const FOREIGN_FROM = 6;
/** An accent speaks against English, though never alone: English texts name cafés, and people called Zoë. */
const ACCENTED = 3;
/** But for letters that hardly an English text borrows. */
const UNBORROWED = /[ığşłąęśźżćńßœæãõ]/u;
const ASCII = /^\p{ASCII}*$/u;
const SHORT_TEXT = 4;
const ENOUGH_WORDS = 2;

/** One `word weight` a line. */
export function parseLeanings(lines: string): Leanings {
  const leanings = new Map<string, number>();
  for (const line of lines.trimEnd().split("\n")) {
    const gap = line.indexOf(" ");
    const weight = Number(line.slice(gap + 1));
    if (gap <= 0 || !Number.isInteger(weight))
      throw new Error(
        `The embedder's list of words has a line that cannot be read: ${line.slice(0, 40)}`,
      );
    leanings.set(line.slice(0, gap), weight);
  }
  return leanings;
}

export function newTally(): Tally {
  return { words: 0, against: 0, for: 0, sum: 0 };
}

export function count(tally: Tally, leaning: number): void {
  tally.words++;
  tally.sum += leaning;
  if (leaning > 0) tally.against++;
  else if (leaning < 0) tally.for++;
}

/** One word alone decides only in a short text with no English word in it. */
export function isForeign({ words, against, for: english, sum }: Tally): boolean {
  if (sum < FOREIGN_FROM) return false;
  return against >= ENOUGH_WORDS || (words <= SHORT_TEXT && english === 0);
}

/** For text beyond ASCII, whose accents the English table's tokens have lost. */
export function hasForeignWords(text: string, leanings: Leanings): boolean {
  const tally = newTally();
  let accented = 0;
  for (const [word] of text.normalize("NFC").toLowerCase().matchAll(WORD)) {
    const leaning = leanings.get(word);
    const isPlain = leaning !== undefined || ASCII.test(word);
    if (isPlain) count(tally, leaning ?? 0);
    else if (UNBORROWED.test(word)) count(tally, ACCENTED);
    else accented++;
  }
  const weight = tally.against > 0 ? ACCENTED : 0;
  for (let left = accented; left > 0; left--) count(tally, weight);
  return isForeign(tally);
}
