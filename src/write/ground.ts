// A fact must rest on what was really said: its words, its numbers and names, and its speaker.

import { LORE_SUBJECT } from "../model/kinds.ts";
import type { Message } from "../model/message.ts";
import { fold, terms, words } from "../model/text.ts";
import { dateWords } from "./ground/date-words.ts";
import type { Ended, Guarded } from "./progress.ts";

/** Least share of a fact's words that its source has. */
const MIN_OVERLAP = 0.45;
/** A line of so few words is grounded by one of them: "Ana is vegan" from "I'm vegan". */
const SHORT_LINE_WORDS = 3;

export type Sources = Readonly<{
  /** The messages that evidence may point at. */
  messages: ReadonlyMap<string, Message>;
  /** Names of the people in the conversation, which a fact may use for "I" and "you". */
  names: readonly string[];
}>;

/** Only spans of messages are checked; a statement is the caller's own word. */
export function ground(proposal: Guarded, sources: Sources): Guarded | Ended {
  for (const piece of proposal.evidence) {
    if (piece.type !== "span") continue;
    const message = sources.messages.get(piece.messageId);
    const fault =
      message === undefined
        ? "unknown_source"
        : faultOf(proposal, { message, piece, names: sources.names });
    if (fault !== undefined)
      return {
        type: "dropped",
        outcome: { type: "dropped", stage: "ground", reason: fault, text: proposal.text },
      };
  }
  return proposal;
}

type Claim = Readonly<{
  message: Message;
  piece: Readonly<{ start: number; end: number; quote: string }>;
  names: readonly string[];
}>;

function faultOf(proposal: Guarded, { message, piece, names }: Claim): string | undefined {
  if (message.text.slice(piece.start, piece.end) !== piece.quote || piece.quote.trim() === "")
    return "ungrounded: the quote is not in the message";
  if (message.role !== "user") return "ungrounded: the speaker is not a person";
  if (
    proposal.subject !== undefined &&
    proposal.subject !== LORE_SUBJECT &&
    proposal.subject !== message.author.id
  )
    return "ungrounded: someone else said it";
  if (!isGrounded(proposal.text, message.text))
    return "ungrounded: the words are not in the message";
  const known = knownWords(proposal, message, names);
  const invented = particulars(proposal.text).find((word) => !known.has(word));
  return invented === undefined ? undefined : `ungrounded: "${invented}" is not in the message`;
}

function isGrounded(fact: string, source: string): boolean {
  if (compact(source).includes(compact(fact))) return true;
  const said = new Set(terms(source));
  const told = [...new Set(terms(fact))];
  const shared = told.filter((word) => said.has(word)).length;
  return told.length <= SHORT_LINE_WORDS ? shared >= 1 : shared / told.length >= MIN_OVERLAP;
}

function compact(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Every word that the fact may use for a number, a name or a date. */
function knownWords(
  proposal: Guarded,
  message: Message,
  names: readonly string[],
): ReadonlySet<string> {
  const dates = [message.at, proposal.validFrom, proposal.validTo].flatMap((at) =>
    at === undefined ? [] : dateWords(at),
  );
  return new Set([...words(message.text), ...words(names.join(" ")), ...dates]);
}

/** Numbers and capitalised words after the first: what a model most easily makes up. */
function particulars(fact: string): string[] {
  const numbers = fact.match(/\d+(?:[.,:]\d+)*/g) ?? [];
  const names = [...fact.matchAll(/(?<=[^.!?]\s)\p{Lu}[\p{L}\p{M}]+/gu)].map((match) => match[0]);
  return [...numbers, ...names].flatMap(words).filter((word) => !COMMON_CAPITALS.has(word));
}

const COMMON_CAPITALS: ReadonlySet<string> = new Set(["i", "english", "internet"]);
