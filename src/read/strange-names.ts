// Names in a question that nobody here ever said: whoever asks where Zoltan lives is asking another memory.

import { fold, isStopWord, stem } from "../model/text.ts";
import type { Pool } from "./candidate.ts";
import { timeWindows } from "./time-window.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CAPITAL = /^\p{Lu}/u;
const SENTENCE_ENDS = /(?:^[¿¡"'“„«(]*|[.!?:…][\s"'“”„«»()[\]¿¡]*)$/u;
const SHORTEST = 3;
/** An ending changes a name's last letters: of so many the rest must agree. */
const ENDING = 2;
/** From this share of words on, capitals are how nouns are written there, or how somebody shouts. */
const MOST_CAPITALS = 0.15;
/** Where nouns are written large, a name is what follows a verb without an article. */
const BEFORE_A_NAME =
  /(?:^|[\s(])(?:ist|war|hat|hatte|wird|kann|soll|muss|will|darf|herrn?|frau|doktor)\s+$/iu;
/** A title that is written behind or before a name, in scripts without capitals. */
const TITLED = [
  /([\p{Script=Han}\p{Script=Katakana}]{1,6}?)(?:さん|様|氏|ちゃん|君)/gu,
  /([\p{Script=Hangul}]{1,4}) ?씨/gu,
  /([\p{Script=Han}]{1,3}?)(?:先生|小姐|女士)/gu,
  /(?:السيدة|السيد|الدكتور|الأستاذ)\s+(\p{Script=Arabic}{2,})/gu,
  /(?:श्री|श्रीमती)\s+([\p{Script=Devanagari}\p{M}]{2,})/gu,
];

export function hasStrangeName(question: string, pool: Pool, now: Date): boolean {
  const texts = pool.candidates.map(({ record }) => record.text);
  const speakers = pool.candidates.flatMap(({ item, record }) =>
    item === "message" ? [record.author.name] : [],
  );
  const isTitled = titledIn(question).some(
    (name) => ![...texts, ...speakers].some((said) => said.includes(name)),
  );
  return isTitled || hasStrangeCapital(question, { texts, speakers, pool, now });
}

function titledIn(question: string): readonly string[] {
  return TITLED.flatMap((title) => [...question.matchAll(title)].map(([, name = ""]) => name));
}

type Said = Readonly<{
  texts: readonly string[];
  speakers: readonly string[];
  pool: Pool;
  now: Date;
}>;

function hasStrangeCapital(question: string, { texts, speakers, pool, now }: Said): boolean {
  const asked = capitalised(question);
  if (2 * asked.length > (question.match(WORD)?.length ?? 0)) return false;
  const unknown = asked.filter(
    ({ word }) => word.length >= SHORTEST && !isStopWord(fold(word)) && !isIndexed(word, pool),
  );
  if (unknown.length === 0) return false;
  const isOfNouns = writesNounsLarge([question, ...likelyOfItsLanguage(question, texts)]);
  const names = unknown.filter(({ before }) => !isOfNouns || BEFORE_A_NAME.test(before));
  if (names.length === 0) return false;
  const said = [...texts, ...speakers].flatMap((text) =>
    [...text.matchAll(WORD)].flatMap(([word]) => (CAPITAL.test(word) ? [fold(word)] : [])),
  );
  return names.some(
    ({ word }) =>
      !said.some((one) => isFormOf(fold(word), one)) && timeWindows(word, now).length === 0,
  );
}

function isFormOf(name: string, word: string): boolean {
  const shared = Math.max(SHORTEST, Math.min(name.length, word.length) - ENDING);
  return name.slice(0, shared) === word.slice(0, shared);
}

/** Words with a capital that begin no sentence. */
function capitalised(text: string): readonly Readonly<{ word: string; before: string }>[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const before = text.slice(0, index);
    return CAPITAL.test(word) && !SENTENCE_ENDS.test(before.trimEnd()) ? [{ word, before }] : [];
  });
}

function isIndexed(name: string, { rarity }: Pool): boolean {
  const term = stem(fold(name));
  return rarity.message(term) < rarity.message("") || rarity.memory(term) < rarity.memory("");
}

/** Texts that share a small word with the question; all of them where none does. */
function likelyOfItsLanguage(question: string, texts: readonly string[]): readonly string[] {
  const small = (text: string) => (text.match(WORD) ?? []).filter((word) => !CAPITAL.test(word));
  const asked = new Set(small(question));
  const alike = texts.filter((text) => small(text).some((word) => asked.has(word)));
  return alike.length === 0 ? texts : alike;
}

function writesNounsLarge(texts: readonly string[]): boolean {
  let words = 0;
  let large = 0;
  for (const text of texts) {
    words += text.match(WORD)?.length ?? 0;
    large += capitalised(text).length;
  }
  return large > MOST_CAPITALS * words;
}
