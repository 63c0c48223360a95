// A fact must rest on what was really said: its quote, its words, its numbers, names and dates, and its speaker.

import { type Kind, LORE_SUBJECT } from "../model/kinds.ts";
import type { Evidence } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { type Quote, readQuote, speakerOf } from "../model/quote.ts";
import { fold, terms } from "../model/text.ts";
import { invented } from "./ground/invented.ts";
import type { Ended, Guarded } from "./progress.ts";

/** Least share of a fact's words that its source has. */
const MIN_OVERLAP = 0.45;
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
export function ground(proposal: Guarded, sources: Sources, mustQuote: boolean): Guarded | Ended {
  if (NARRATED.has(proposal.kind)) return proposal;
  const spans = proposal.evidence.filter((piece) => piece.type === "span");
  if (mustQuote && spans.length === 0) return dropped(proposal, "ungrounded: nothing is quoted");
  for (const span of spans) {
    const message = sources.messages.get(span.messageId);
    const fault =
      message === undefined || message.tenant !== proposal.tenant
        ? "unknown_source"
        : faultOf(proposal, { message, span, names: sources.names });
    if (fault !== undefined) return dropped(proposal, fault);
  }
  return mustQuote ? { ...proposal, evidence: spans } : proposal;
}

function dropped({ text }: Guarded, reason: string): Ended {
  return { type: "dropped", outcome: { type: "dropped", stage: "ground", reason, text } };
}

type Claim = Readonly<{ message: Message; span: Span; names: readonly string[] }>;

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
  return isSaid(text, { said, quote: span.quote, excused: found.excused })
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

type Saying = Readonly<{ said: string; quote: string; excused: ReadonlySet<string> }>;

/** Names put for "I" and dates worked out of "last week" are not in the message and count neither way. */
function isSaid(fact: string, { said, quote, excused }: Saying): boolean {
  if (compact(quote).includes(compact(fact))) return true;
  const told = [...new Set(terms(fact))].filter((term) => !excused.has(term));
  const quoted = new Set(terms(quote));
  if (!told.some((term) => quoted.has(term))) return false;
  const heard = new Set(terms(said));
  const shared = told.filter((term) => heard.has(term)).length;
  return told.length <= SHORT_LINE_WORDS
    ? heard.has(told.at(-1) ?? "")
    : shared / told.length >= MIN_OVERLAP;
}

function compact(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}
