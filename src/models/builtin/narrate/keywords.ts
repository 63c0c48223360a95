// Titles: the few words, as they were said, that a talk was about, joined as a list. No word is added or changed.

import type { Message } from "../../../model/message.ts";
import type { Clause } from "./clauses.ts";
import { bareText, isA, isTelling, type Language, stemOf, type Word } from "./words.ts";

type Keyword = {
  readonly text: string;
  readonly stems: readonly string[];
  /** The messages that hold it. */
  readonly held: Set<Message>;
  /** That it is seen to name a thing, at best. */
  bonus: number;
  isQuoted: boolean;
};

const MOST = 3;
const NAME = 0.9;
const NOUN = 0.7;
/** Any word of a language without articles. */
const PLAIN = 0.3;
const ARTICLES = /^(?:en|de|es|fr|pt|it|nl)$/;
const PAIR = 0.6;
const QUOTED = 0.8;
/** English verbs and adjectives, by their look; one that many messages hold may be the subject all the same. */
const PAST = /^[a-z]{2,}ed$/;
const NO_NOUN = /(?:^|\s)[a-z]+(?:ly|ed|ing|ful|ous|ive|able|ible|less|ier|est)$/i;
const OFTEN = 3;

/** At most three, the most telling first, within the length of a title; empty when nothing was told. */
export function titleOf(
  { clauses, chosen }: Readonly<{ clauses: readonly Clause[]; chosen: readonly Clause[] }>,
  titleLength: number,
): string {
  const found = new Map<string, Keyword>();
  const isQuoted = new Set(chosen.map(({ words }) => words));
  for (const clause of clauses)
    for (const run of runsOf(clause))
      for (const one of keywordsIn(clause, run)) {
        const key = one.stems.join(" ");
        const known = found.get(key) ?? { ...one, held: new Set(), isQuoted: false };
        known.held.add(clause.message);
        known.bonus = Math.max(known.bonus, one.bonus);
        known.isQuoted ||= isQuoted.has(clause.words);
        found.set(key, known);
      }
  const ranked = [...found.values()].sort((a, b) => scoreOf(b) - scoreOf(a));
  const things = ranked.filter(({ bonus }) => bonus > 0);
  return titled(things.length > 0 ? things : ranked, titleLength);
}

/** A list of words as a title: none twice, the first with a capital. */
export function titled(
  parts: readonly Pick<Keyword, "text" | "stems">[],
  titleLength: number,
): string {
  const chosen: string[] = [];
  const used = new Set<string>();
  for (const { text, stems } of parts) {
    const { length } = [...chosen, text].join(", ");
    if (chosen.length === MOST) break;
    if (stems.some((one) => used.has(one)) || length > titleLength) continue;
    chosen.push(text);
    for (const one of stems) used.add(one);
  }
  const title = chosen.join(", ");
  // The capital of a Turkish i has a dot; letters of its own give the language away.
  const locale = /[ığş]/u.test(title) ? "tr" : "und";
  const [first = ""] = title;
  const capital = first.toLocaleUpperCase(locale);
  // Some letters have no capital of one letter.
  return capital.length > first.length ? title : capital + title.slice(first.length);
}

/** Telling words that stand beside each other, with the places in the clause before and behind them. */
type Run = Readonly<{ places: readonly number[]; before: string; behind: string }>;

function runsOf(clause: Clause): Run[] {
  const runs: Run[] = [];
  let places: number[] = [];
  for (const [at, word] of clause.words.entries()) {
    if (isSubject(clause, word)) places.push(at);
    if (places.length === 0 || goesOn(clause, at)) continue;
    const behind = clause.words[(places.at(-1) ?? at) + 1]?.key ?? "";
    runs.push({ places, before: markerBefore(clause, places[0] ?? at), behind });
    places = [];
  }
  return runs;
}

/** The word before; in "the old printer" the article. */
function markerBefore({ words, language }: Clause, at: number): string {
  const [marker, before] = [words[at - 2]?.key ?? "", words[at - 1]?.key ?? ""];
  return isA(before, language, "everyday") && isA(marker, language, "open") ? marker : before;
}

function isSubject({ stems, language }: Clause, word: Word | undefined): boolean {
  if (word === undefined || !isTelling(word, language)) return false;
  return stems.includes(stemOf(word, language));
}

function goesOn(clause: Clause, at: number): boolean {
  const [word, next] = [clause.words[at], clause.words[at + 1]];
  if (word === undefined || next === undefined || PAST.test(next.text)) return false;
  return clause.text.slice(word.end, next.start) === " " && isSubject(clause, next);
}

type Found = Pick<Keyword, "text" | "stems" | "bonus">;

/**
 * Each word, each name of two words, and the thing behind an article: in English the last of what follows ("the
 * support group" is a group), elsewhere the first.
 */
function keywordsIn(clause: Clause, run: Run): Found[] {
  const { name } = clause.language;
  const isEnglish = name === "en";
  const thing = isNamedThing(run, clause.language) ? run.places.at(isEnglish ? -1 : 0) : undefined;
  const plain = ARTICLES.test(name) ? 0 : PLAIN;
  const singles = run.places.flatMap((at) => {
    const bonus = isName(clause, at) ? NAME : at === thing ? NOUN : plain;
    return part(clause, { from: at, to: at, bonus });
  });
  const pairs = run.places.slice(1).flatMap((to) => {
    const from = to - 1;
    if (isName(clause, from) && isName(clause, to))
      return part(clause, { from, to, bonus: NAME + PAIR });
    return isEnglish && to === thing ? part(clause, { from, to, bonus: NOUN + PAIR }) : [];
  });
  return [...singles, ...pairs];
}

type Stretch = Readonly<{ from: number; to: number; bonus: number }>;

function part({ words, language, text }: Clause, { from, to, bonus }: Stretch): Found[] {
  const [before, first, last] = [words[from - 1], words[from], words[to]];
  if (first === undefined || last === undefined) return [];
  const stems = words.slice(from, to + 1).map((word) => stemOf(word, language));
  const said = from === to ? bareText(first, language) : text.slice(first.start, last.end);
  // "New" alone is no name, "New York" is.
  const isLonger =
    bonus >= NAME &&
    before !== undefined &&
    isA(before.key, language, "everyday") &&
    isName({ words }, from - 1) &&
    text.slice(before.end, first.start) === " ";
  return [{ text: isLonger ? `${before.text} ${said}` : said, stems, bonus }];
}

/** "The design reminds me": what an object follows is a verb. */
function isNamedThing({ before, behind }: Run, language: Language): boolean {
  const isObject = isA(behind, language, "open", "firstPerson", "we", "standIn");
  return !isObject && isA(before, language, "open", "before");
}

/** Keeps a capital where no sentence begins. */
function isName({ words }: Pick<Clause, "words">, at: number): boolean {
  return at > 0 && /^\p{Lu}/u.test(words[at]?.text ?? "");
}

function scoreOf({ text, held, bonus, isQuoted }: Keyword): number {
  const isDoubtful = NO_NOUN.test(text) && held.size < OFTEN;
  return 0.6 * Math.log2(1 + held.size) + bonus + (isQuoted ? QUOTED : 0) - (isDoubtful ? NOUN : 0);
}
