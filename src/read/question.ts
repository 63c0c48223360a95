// What a question asks: its words, the times it names, and whom it speaks of.

import { terms, words } from "../model/text.ts";
import { type AnswerKind, answerKindOf, asksForSeveral } from "./answer-kind.ts";
import { type TimeWindow, timeWindows } from "./time-window.ts";

export type Question = Readonly<{
  text: string;
  /** Stems that carry meaning, in order, repeats kept. */
  sequence: readonly string[];
  /** Every word, folded, for names. */
  words: ReadonlySet<string>;
  /** Ids in mentions such as `<@42>`. */
  mentions: readonly string[];
  windows: readonly TimeWindow[];
  /** What its form asks for, where it says so. */
  kind: AnswerKind | undefined;
  /** Whether it asks for more than one thing. */
  asksForSeveral: boolean;
  /** Who is meant by its pronouns: the person who asks, the assistant that is asked, or neither. */
  about: "asker" | "assistant" | "others";
}>;

const MENTION = /<@!?([\w-]+)>/g;
const FIRST_PERSON = ["i", "my", "me", "mine", "myself", "im", "ive"];
/** "What did you say", "you mentioned": the question is about what the assistant said before. */
const TOLD_BY_ASSISTANT =
  /\bdid\s+you\s+\w+|\byou(?:'d|\s+had|\s+have|'ve)?\s+(?:\w+ed|said|told|gave|wrote|made|were)\b/iu;

export function parseQuestion(text: string, now: Date): Question {
  const mentions = [...text.matchAll(MENTION)].map(([, id = ""]) => id);
  const plain = text.replace(MENTION, " ");
  const spoken = new Set(words(plain));
  return {
    text: plain,
    sequence: terms(plain),
    words: spoken,
    mentions,
    windows: timeWindows(plain, now),
    kind: answerKindOf(plain),
    asksForSeveral: asksForSeveral(plain),
    about: aboutWhom(plain, spoken),
  };
}

function aboutWhom(text: string, spoken: ReadonlySet<string>): Question["about"] {
  if (TOLD_BY_ASSISTANT.test(text)) return "assistant";
  return FIRST_PERSON.some((word) => spoken.has(word)) ? "asker" : "others";
}
