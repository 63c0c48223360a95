// Finds stretches of a sentence that name a thing: what follows an article, a preposition, or keeps a capital.

import { isStopWord, words } from "../../../model/text.ts";
import { type Token, tokensOf } from "./token.ts";
import { baseOfPresent, isBaseVerb, isPastVerb } from "./verbs.ts";
import {
  AUXILIARIES,
  DETERMINERS,
  EMPTY_MODIFIERS,
  GENERAL_WORDS,
  isAdverb,
  PREPOSITIONS,
  SECOND_PERSON,
  SUBORDINATORS,
} from "./vocabulary.ts";

export type NounRun = Readonly<{ text: string; article: string }>;

const MAX_WORDS = 4;
const POSSESSIVES = /^(?:my|our|your|his|her|their|its|this|that|these|those)$/;
const LIKING =
  /^(?:loves?|loved|likes?|liked|enjoys?|enjoyed|hates?|hated|starts?|started|try|tried|trying|do|doing)$/;
const AFTER_VERB =
  /^(?:me|us|my|our|you|your|him|her|them|it|the|a|an|out|up|down|off|away|\w+ing)$/;
const WORD_SHAPE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/+-]*$/u;
// Never nouns, so a phrase ends before them.
const ONLY_VERBS: ReadonlySet<string> = new Set(
  `bring become begin choose come find forget forgive get give go grow have hear keep know learn leave lose make meet
  say see seek sell send speak take teach tell think understand wear write need want include require provide create
  remind seem happen agree allow believe enjoy realize starts keeps makes takes gives gets goes brings looks sounds
  seems feels tastes smells done gone been`.split(/\s+/),
);

/** Words too general to name a thing alone, but at home behind another noun: a rollback plan, a macro set. */
const COMPOUND_HEADS: ReadonlySet<string> = new Set(
  "plan plans set place point side idea show talk chat life support news problem question".split(
    " ",
  ),
);
/** The same in front of one: a second movement, a main stage. */
const ORDINALS = /^(?:first|second|third|fourth|fifth|main)$/;

export function nounRuns(sentence: string): NounRun[] {
  const tokens = tokensOf(sentence);
  const runs: NounRun[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    if (!opensPhrase(tokens, at)) continue;
    const run = runFrom(tokens, at);
    const text = trimmed(run);
    if (text !== "") runs.push({ text, article: articleOf(tokens[at - 1]?.word ?? "", text) });
    at += Math.max(0, run.length - 1);
  }
  return runs;
}

/** Outside English only capitals inside a sentence, and words of scripts that have none, can be told apart. */
export function foreignRuns(sentence: string): NounRun[] {
  const capitals = sentence.match(/(?<=\p{L}[,]? )\p{Lu}[\p{L}\p{M}-]{3,}/gu) ?? [];
  const uncased = words(sentence).filter(isForeignName);
  return [...capitals, ...uncased].map((text) => ({ text, article: "" }));
}

// Japanese inflections are written in hiragana alone; elsewhere two letters are a particle.
function isForeignName(word: string): boolean {
  return /^(?=.*[\p{Script=Han}\p{Script=Katakana}])\p{L}{2,}$|^(?!\p{Script=Hiragana}+$)\p{Lo}{4,}$/u.test(
    word,
  );
}

function runFrom(tokens: readonly Token[], start: number): Token[] {
  const run: Token[] = [];
  // "my partner studies medicine": behind an owned thing a word that could be its verb is one.
  const isOwned = POSSESSIVES.test(tokens[start - 1]?.word ?? "");
  for (const [at, token] of tokens.entries()) {
    if (at < start) continue;
    if (run.length >= MAX_WORDS || !continues(tokens, at, run.length)) break;
    if (run.length > 0 && isOwned && baseOfPresent(token.word) !== undefined) break;
    run.push(token);
    if (token.tail !== "") break;
  }
  return run;
}

function opensPhrase(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined || before.tail !== "") return false;
  if (isCapital(token.raw)) return true;
  if (before.word === "to") return !isBaseVerb(token.word) && !takesObject(tokens, at);
  if (DETERMINERS.has(before.word) || POSSESSIVES.test(before.word)) return true;
  if (PREPOSITIONS.has(before.word)) return true;
  return LIKING.test(before.word) && token.word.endsWith("ing");
}

/** "to postpone the meeting": what an article follows is a verb. */
function takesObject(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.word ?? "";
  return tokens[at]?.tail === "" && (DETERMINERS.has(next) || POSSESSIVES.test(next));
}

function continues(tokens: readonly Token[], at: number, length: number): boolean {
  const token = tokens[at];
  if (token === undefined || !WORD_SHAPE.test(token.raw)) return false;
  if (isCapital(token.raw)) return length === 0 || !token.raw.includes("'");
  const { word } = token;
  if (isFunctionWord(word) || isTalkVerb(word) || (length > 0 && isPastVerb(word))) return false;
  const isVerb = baseOfPresent(word) !== undefined || (length > 0 && isBaseVerb(word));
  return !(isVerb && AFTER_VERB.test(tokens[at + 1]?.word ?? ""));
}

function isTalkVerb(word: string): boolean {
  return ONLY_VERBS.has(word) || (word.endsWith("ing") && GENERAL_WORDS.has(word));
}

function isFunctionWord(word: string): boolean {
  return (
    isStopWord(word) ||
    DETERMINERS.has(word) ||
    PREPOSITIONS.has(word) ||
    AUXILIARIES.has(word) ||
    isAdverb(word) ||
    SUBORDINATORS.has(word) ||
    SECOND_PERSON.has(word) ||
    word.includes("'")
  );
}

function isCapital(raw: string): boolean {
  return /^\p{Lu}/u.test(raw) && !isStopWord(raw.toLowerCase());
}

function trimmed(run: readonly Token[]): string {
  const bare = run.findIndex(({ raw }) => !EMPTY_MODIFIERS.has(raw));
  if (bare < 0) return "";
  const from = ORDINALS.test(run[bare - 1]?.word ?? "") ? bare - 1 : bare;
  const named = run.findLastIndex((token) => !GENERAL_WORDS.has(token.word));
  const isHeaded = named >= bare && COMPOUND_HEADS.has(run[named + 1]?.word ?? "");
  const to = isHeaded ? named + 1 : named;
  let text = "";
  for (const { raw } of run.slice(from, to + 1)) text += text === "" ? raw : ` ${raw}`;
  return text.replace(/[^\p{L}\p{M}\p{N}]+$/u, "");
}

function articleOf(before: string, text: string): string {
  if (before === "the" || before === "some") return before;
  if (before === "a" || before === "an") return /^[aeiou]/i.test(text) ? "an" : "a";
  if (before === "my" || before === "our") return "their";
  return POSSESSIVES.test(before) ? "the" : "";
}
