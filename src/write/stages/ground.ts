// A fact must rest on what was really said: its quote, its words, its numbers, names and dates, and its speaker.

import { readStatement } from "../../language/compare/statement.ts";
import { dayName } from "../../model/dates.ts";
import { type Kind, LORE_SUBJECT } from "../../model/kinds.ts";
import type { Evidence } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { type Quote, readQuote, speakerOf } from "../../model/quote.ts";
import { fold, stem, terms, words } from "../../model/text.ts";
import type { Ended, Guarded } from "../stage-types.ts";

/** Least share of a fact's words that its source has. */
/** In a line of so few words the verb may be another, but not what it is about: "Ana adores tea" from "I love tea". */
const SHORT_LINE_WORDS = 3;
/** How much of a message around the quote a fact may draw on. */
const REACH_CHARACTERS = 600;
/** Told about what was said, so their spans only point at it. */
const NARRATED: ReadonlySet<Kind> = new Set<Kind>(["episode", "topic", "summary"]);

export type Sources = Readonly<{
  /** The messages that evidence may point at. */
  messages: ReadonlyMap<string, Message>;
  /** Names of the people in the conversation, which a fact may use for "I" and "you". */
  names: readonly string[];
}>;

type Span = Extract<Evidence, { type: "span" }>;

/**
 * A caller's statement is the caller's own word. What was read out of a message by someone else (`mustQuote`) counts
 * for nothing without a quote, and only its quotes are kept as evidence.
 */
export function ground(
  proposal: Guarded,
  sources: Sources,
  { mustQuote, minOverlap }: Readonly<{ mustQuote: boolean; minOverlap: number }>,
): Guarded | Ended {
  if (NARRATED.has(proposal.kind)) return proposal;
  const spans = proposal.evidence.filter((piece) => piece.type === "span");
  if (mustQuote && spans.length === 0) return dropped(proposal, "ungrounded: nothing is quoted");
  for (const span of spans) {
    const message = sources.messages.get(span.messageId);
    const fault =
      message === undefined || message.tenant !== proposal.tenant
        ? "unknown_source"
        : faultOf(proposal, { message, span, names: sources.names, minOverlap });
    if (fault !== undefined) return dropped(proposal, fault);
  }
  return mustQuote ? { ...proposal, evidence: spans } : proposal;
}

function dropped({ text }: Guarded, reason: string): Ended {
  return { type: "dropped", outcome: { type: "dropped", stage: "ground", reason, text } };
}

type Claim = Readonly<{
  message: Message;
  span: Span;
  names: readonly string[];
  minOverlap: number;
}>;

function faultOf(proposal: Guarded, claim: Claim): string | undefined {
  const { message, span } = claim;
  if (message.text.slice(span.start, span.end) !== span.quote || span.quote.trim() === "")
    return "ungrounded: the quote is not in the message";
  if (message.role !== "user" || message.author.isBot)
    return "ungrounded: the speaker is not a person";
  const { subject, text, validFrom, validTo } = proposal;
  if (subject !== undefined && subject !== LORE_SUBJECT && subject !== message.author.id)
    return "ungrounded: someone else said it";
  const quoted = readQuote(text);
  if (quoted !== undefined) return quotationFault(quoted, claim, validFrom);
  const said = message.text.slice(
    Math.max(0, span.start - REACH_CHARACTERS),
    span.end + REACH_CHARACTERS,
  );
  const told = { text, author: message.author.name, validFrom, validTo };
  const found = invented(told, said, { at: message.at, names: claim.names });
  if (found.words.length > 0) return `ungrounded: "${found.words.join('", "')}" was not said`;
  return isSaid(text, {
    ...{ said, quote: span.quote, excused: found.excused, minOverlap: claim.minOverlap },
  })
    ? undefined
    : "ungrounded: the words are not in the message";
}

/** A quotation claims no more than that its speaker said these very words; the date beside it must be the fact's own. */
function quotationFault(
  { speaker, said, when }: Quote,
  { message, span }: Claim,
  validFrom: string | undefined,
): string | undefined {
  if (speaker !== speakerOf(message.author.name)) return "ungrounded: someone else said it";
  if (!span.quote.includes(said)) return "ungrounded: the quote is not in the message";
  const year = validFrom?.slice(0, 4);
  return when === undefined || (year !== undefined && when.includes(year))
    ? undefined
    : `ungrounded: "${when}" was not said`;
}

type Saying = Readonly<{
  said: string;
  quote: string;
  excused: ReadonlySet<string>;
  minOverlap: number;
}>;

/** Names put for "I" and dates worked out of "last week" are not in the message and count neither way. */
function isSaid(fact: string, { said, quote, excused, minOverlap }: Saying): boolean {
  if (compact(quote).includes(compact(fact))) return true;
  const told = [...new Set(terms(fact))].filter((term) => !excused.has(term));
  const quoted = new Set(terms(quote));
  if (!told.some((term) => quoted.has(term))) return false;
  const heard = new Set(terms(said));
  const shared = told.filter((term) => heard.has(term)).length;
  return told.length <= SHORT_LINE_WORDS
    ? heard.has(told.at(-1) ?? "")
    : shared / told.length >= minOverlap;
}

function compact(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

// Finds what a model most easily makes up: numbers, names and dates of a fact that nobody said.

type Told = Readonly<{
  text: string;
  author: string;
  validFrom?: string | undefined;
  validTo?: string | undefined;
}>;
type Scene = Readonly<{ at: string; names: readonly string[] }>;
type Token = ReturnType<typeof readStatement>["tokens"][number];

/** Someone else may be meant without being named. */
const OTHERS = /\b(?:you|your|yours|we|us|our|ours|he|him|his|she|her|hers|they|them|their)\b/i;
/** A date may be worked out where the message speaks of time. */
const TIME =
  /\b(?:ago|last|next|since|until|till|past|coming|week|month|year|day|now|soon|later|earlier|recently|born|old)s?\b/i;
/** How far a number may stand from its month: "April 20, 2026". */
const DATE_REACH = 2;
const YEAR = /^n(?:19|20)\d\d$/;

/** `excused`: stems of the names and date words that the fact may use though the message does not. */
function invented(
  told: Told,
  said: string,
  scene: Scene,
): Readonly<{ words: readonly string[]; excused: ReadonlySet<string> }> {
  const names = new Set(words(allowedNames(told.author, said, scene.names).join(" ")));
  const saidWords = new Set(words(said));
  const tokens = readStatement(told.text).tokens;
  const unnamed = tokens.filter(
    ({ kind, word }) =>
      kind === "name" && !words(word).every((one) => saidWords.has(one) || names.has(one)),
  );
  const { unheard, unsaid } = quantitiesOf(tokens, told, { said, scene });
  const excused = new Set<string>();
  for (const name of names) excused.add(stem(name));
  for (const { word } of unheard) excused.add(stem(word));
  return { words: [...unnamed, ...unsaid].map((token) => token.word), excused };
}

type Hearing = Readonly<{ said: string; scene: Scene }>;

/** Numbers and dates: those that the message does not have, and of them those that do not follow from it either. */
function quantitiesOf(
  tokens: readonly Token[],
  told: Told,
  { said, scene }: Hearing,
): Readonly<{ unheard: readonly Token[]; unsaid: readonly Token[] }> {
  const quantities = tokens.filter(({ kind }) => kind === "number" || kind === "date");
  if (quantities.length === 0) return { unheard: [], unsaid: [] };
  const source = readStatement(said).tokens;
  const keys = new Set(source.map((token) => token.key));
  const unheard = quantities.filter((token) => !keys.has(token.key));
  if (unheard.length === 0) return { unheard, unsaid: [] };
  const dates = new Set(workedOut(told, { said, source, scene }));
  const unsaid = unheard.filter((token) => !(isOfDate(token, tokens) && dates.has(token.key)));
  return { unheard, unsaid };
}

function allowedNames(author: string, said: string, names: readonly string[]): readonly string[] {
  return OTHERS.test(said) ? [author, ...names] : [author];
}

type Source = Readonly<{ said: string; source: readonly Token[]; scene: Scene }>;

/** The day it was said, and the days the fact gives itself where the message speaks of time at all. */
function workedOut(told: Told, { said, source, scene }: Source): readonly string[] {
  const speaksOfTime = TIME.test(said) || source.some((token) => token.kind === "date");
  const days = speaksOfTime ? [scene.at, told.validFrom, told.validTo] : [scene.at];
  return days
    .filter((day) => day !== undefined)
    .flatMap(dateNames)
    .flatMap((name) => readStatement(name).tokens.map((token) => token.key));
}

/** A bare number is a quantity, whatever day it happens to be. */
function isOfDate(token: Token, all: readonly Token[]): boolean {
  if (token.kind === "date" || YEAR.test(token.key)) return true;
  return all.some(
    (other) => other.key.startsWith("month") && Math.abs(other.at - token.at) <= DATE_REACH,
  );
}

// How a day and its neighbours are written out, so that "last week" may become "the week of 20 April 2026".

const DAY_MS = 86_400_000;
/** A relative date may name a day this far from the instant it was resolved against, on either side. */
const SPREAD_DAYS = 1;

function dateNames(at: string): string[] {
  const names: string[] = [];
  for (let day = -SPREAD_DAYS; day <= SPREAD_DAYS; day++)
    names.push(dayName(new Date(Date.parse(at) + day * DAY_MS)));
  return names;
}
