// Chooses the clauses worth quoting: about what the talk is about, full of content, the speaker's own news.

import type { WordClass } from "../../../language/lexicon.ts";
import { type Clause, quotable } from "./clauses.ts";
import { isA, isChatter } from "./words.ts";

type Scored = Readonly<{ clause: Clause; at: number; score: number }>;
type Read = Pick<Clause, "words" | "language">;

const MAX_CHOSEN = 3;
/** Of one speaker, where others spoke too. */
const MAX_EACH = 2;
const FULL = 6;
const LEAST_SCORE = 0.75;
/** Where nothing reaches the least score, one clause, as a rule a question, is enough from here on. */
const LEAST_ALONE = -0.25;
/** A further clause must come this near to the best. */
const NEAR_BEST = 0.5;
/** From this share of common stems on, two clauses tell the same. */
const REPEATS = 0.5;
/** So near its beginning a clause that only answers says so; in English behind "I am" or "I can". */
const REPLY_WORDS = 1;
const ENGLISH_REPLY_WORDS = 4;
/** Languages that leave "I" to the verb, and those whose questions end in a question word. */
const WITHOUT_PRONOUNS = /^(?:es|pt|it|pl|tr|ar|zh|ja|ko)$/;
const ASKS_LAST = /^(?:tr|hi|zh|ja|ko)$/;

/** The best clauses in the order they were said; without statements the best question, or nothing. */
export function mostTelling(clauses: readonly Clause[]): Clause[] {
  const counts = new Map<string, number>();
  for (const one of clauses.flatMap(({ stems }) => stems))
    counts.set(one, (counts.get(one) ?? 0) + 1);
  const scored = clauses.flatMap((whole, at): Scored[] => {
    const clause = quotable(whole);
    if (clause === undefined) return [];
    return [{ clause, at, score: scoreOf(clause, counts) + 0.2 * (1 - at / clauses.length) }];
  });
  const statements = scored.filter(({ clause }) => !isQuestion(clause));
  const chosen = choose(statements);
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  const last = ranked.slice(0, 1).filter(({ score }) => score >= LEAST_ALONE);
  const best = chosen.length > 0 ? chosen : last;
  return best.toSorted((a, b) => a.at - b.at).map(({ clause }) => clause);
}

function scoreOf(clause: Clause, counts: ReadonlyMap<string, number>): number {
  const { words, stems, language, text } = clause;
  let common = 0;
  for (const one of stems) common += Math.log2(counts.get(one) ?? 1);
  const among = (...classes: readonly WordClass[]) =>
    words.filter(({ key }) => isA(key, language, ...classes)).length;
  const opening = language.name === "en" ? ENGLISH_REPLY_WORDS : REPLY_WORDS;
  const isReply = words.slice(0, opening).some((word) => isChatter(word, language));
  const own = WITHOUT_PRONOUNS.test(language.name) ? 0.4 : 0;
  return (
    (0.4 * common) / stems.length +
    (1.2 * Math.min(stems.length, FULL)) / FULL +
    (among("firstPerson", "we") > 0 ? 0.7 : own) +
    (isSpecific(text) ? 0.3 : 0) -
    0.5 * Math.min(among("second"), 3) -
    0.15 * Math.min(among("standIn"), 3) -
    (isReply ? 0.4 : 0) -
    (isRequest(clause) ? 0.6 : 0)
  );
}

/** Names a person, a place, a day or a number. */
function isSpecific(text: string): boolean {
  return /\d|(?<=\p{L},?\s)(?!I\b)\p{Lu}\p{Ll}/u.test(text);
}

function isQuestion(clause: Clause): boolean {
  if (/[?？؟]/u.test(clause.text.slice(-2))) return true;
  return isRequest(clause) && !/[.!。！]$/u.test(clause.text);
}

/** Begins as a question or an order does, or ends as a question does in some languages. */
function isRequest({ words, language }: Read): boolean {
  const first = words.find((word) => !isChatter(word, language));
  if (isA(first?.key ?? "", language, "asks")) return true;
  return ASKS_LAST.test(language.name) && isA(words.at(-1)?.key ?? "", language, "asks");
}

function choose(scored: readonly Scored[]): Scored[] {
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  const least = Math.max(LEAST_SCORE, NEAR_BEST * (ranked[0]?.score ?? 0));
  const worth = ranked.filter(({ score }) => score >= least);
  const each = new Set(worth.map(({ clause }) => clause.speaker)).size > 1 ? MAX_EACH : MAX_CHOSEN;
  const chosen: Scored[] = [];
  for (const one of everyoneFirst(worth)) {
    if (chosen.length >= MAX_CHOSEN) break;
    const own = chosen.filter(({ clause }) => clause.speaker === one.clause.speaker);
    if (own.length < each && !chosen.some((other) => isRepeat(one, other))) chosen.push(one);
  }
  return chosen;
}

/** Everyone's best comes before anyone's second, so that no voice is lost to a talkative one. */
function everyoneFirst(ranked: readonly Scored[]): Scored[] {
  const heard = new Set<string>();
  const isFirst = ({ clause: { speaker } }: Scored) => !heard.has(speaker) && heard.add(speaker);
  const firsts = new Set(ranked.filter(isFirst));
  return [...firsts, ...ranked.filter((one) => !firsts.has(one))];
}

function isRepeat({ clause: a }: Scored, { clause: b }: Scored): boolean {
  const shared = a.stems.filter((one) => b.stems.includes(one)).length;
  return shared / Math.min(a.stems.length, b.stems.length) >= REPEATS;
}
