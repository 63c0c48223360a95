// Reads one segment as a statement: what is no part of it is cut, and what is no statement is left.

import { calledFirst, calledLast } from "./called.ts";
import type { Language } from "./language.ts";
import type { Scene } from "./scene.ts";
import { narrow, type Segment } from "./segments.ts";
import { join, type Token, tokenize } from "./tokens.ts";

/** Whom the clause is about, by its first subject. */
type Lead = "author" | "group" | "own" | "reference" | "impersonal" | "general";

export type Clause = Readonly<{
  segment: Segment;
  lead: Lead;
  tokens: readonly Token[];
  /** Contractions written out and white space plain: what the rules are tested on. */
  plain: string;
  isReminder: boolean;
}>;

export function readClause(segment: Segment, scene: Scene, language: Language): Clause | undefined {
  const cut = cutEnds(segment, scene, language);
  const reminder = cut.text.match(language.clauses.remember)?.[0];
  const isReminder =
    reminder !== undefined && !isAddress(cut.text.slice(reminder.length), language);
  const body = isReminder ? narrow(cut, { front: reminder.length, back: 0 }) : cut;
  if (!isReminder && isLeft(body, language)) return undefined;
  if (language.quotedSpeech.test(body.text)) return undefined;
  const tokens = tokenize(supply(body, language), language);
  if (tokens.filter((t) => t.isWord).length < 3) return undefined;
  const plain = join(tokens);
  const lead = leadOf(tokens, plain, language);
  return lead === undefined ? undefined : { segment: body, lead, tokens, plain, isReminder };
}

function isLeft(segment: Segment, language: Language): boolean {
  if (segment.ending.includes("?")) return true;
  return language.leave.some(({ when }) => when.test(segment.text));
}

function isAddress(text: string, language: Language): boolean {
  const first = text.match(/^[\p{L}']+/u)?.[0].toLowerCase() ?? "";
  return (
    language.second.subject.has(first.replace(/'.*/, "")) || first === language.retold.infinitive
  );
}

/** Greetings, connectives and names called out say nothing of the matter. */
function cutEnds(segment: Segment, { names }: Scene, { clauses }: Language): Segment {
  let rest = segment;
  for (let round = 0; round < 4; round += 1) {
    const before = rest.text.length;
    for (const opener of clauses.openers) rest = cut(rest, { front: lengthOf(opener, rest) });
    rest = cut(rest, { front: calledFirst(rest.text, names) });
    for (const closer of clauses.closers) rest = cut(rest, { back: lengthOf(closer, rest) });
    rest = cut(rest, { back: calledLast(rest.text, names) });
    if (rest.text.length === before) break;
  }
  return rest;
}

function lengthOf(end: RegExp, { text }: Segment): number {
  return text.match(end)?.[0].length ?? 0;
}

function cut(
  segment: Segment,
  { front = 0, back = 0 }: { front?: number; back?: number },
): Segment {
  return front + back === 0 ? segment : narrow(segment, { front, back });
}

/** Chat leaves "I" and "I am" unsaid; the rest of the reading needs them. After a dash someone else may be meant. */
function supply({ text, opening }: Segment, language: Language): string {
  if (/[-–—~;]/.test(opening)) return text;
  const ellipsis = language.clauses.ellipses.find(({ when }) => when.test(text));
  if (ellipsis === undefined) return text;
  if (ellipsis.isReplaced) return text.replace(ellipsis.when, ellipsis.put);
  return ellipsis.put + text.charAt(0).toLowerCase() + text.slice(1);
}

function leadOf(tokens: readonly Token[], plain: string, language: Language): Lead | undefined {
  if (language.expletive.test(plain)) return "impersonal";
  const first = tokens[0]?.lower ?? "";
  if (language.pointers.has(first) && !language.demonstrative.test(plain)) return "reference";
  const verb = tokens.findIndex(({ lower }, i) => isTensed(lower, tokens[i - 1], language));
  const speaker = speakerLead(tokens, verb, language);
  if (speaker !== undefined) return speaker;
  if (verb < 1 || !isSubject(tokens.slice(0, verb), language)) return undefined;
  const isOwn = language.first.possessive.has(first) || language.firstPlural.possessive.has(first);
  return isOwn ? "own" : "general";
}

function speakerLead(
  tokens: readonly Token[],
  verb: number,
  language: Language,
): "author" | "group" | undefined {
  const at = tokens.findIndex(({ lower }) => isSpeaker(lower, language));
  if (at < 0 || !isMainSubject(tokens, { at, verb }, language)) return undefined;
  return language.first.subject.has(tokens[at]?.lower ?? "") ? "author" : "group";
}

function isTensed(word: string, before: Token | undefined, language: Language): boolean {
  return language.finite.has(word) && before?.lower !== language.retold.infinitive;
}

function isSpeaker(lower: string, language: Language): boolean {
  return language.first.subject.has(lower) || language.firstPlural.subject.has(lower);
}

/** "I" leads when it comes first, after words that only set the scene, or as one of a pair. */
function isMainSubject(
  tokens: readonly Token[],
  { at, verb }: Readonly<{ at: number; verb: number }>,
  language: Language,
): boolean {
  const first = tokens[0]?.lower ?? "";
  if (at === 0 || language.fronts.has(first) || language.adverbs.has(first)) return true;
  const isPair = tokens[at - 1]?.lower === language.retold.and && at < 7;
  return isPair && (verb < 0 || verb > at);
}

/** What stands before the verb must be a plain noun phrase, not an order or half of another clause. */
function isSubject(words: readonly Token[], language: Language): boolean {
  const first = words[0]?.lower ?? "";
  if (words.every(({ lower }) => language.adverbs.has(lower))) return false;
  if (language.verbs.resumed.has(first)) return false;
  if (words.some(({ lower }) => isSecond(lower, language))) return false;
  if (language.verbs.participle.test(first)) return true;
  return !words.some(({ lower }) => language.subordinators.has(lower));
}

function isSecond(lower: string, language: Language): boolean {
  return language.second.subject.has(lower) || language.second.possessive.has(lower);
}
