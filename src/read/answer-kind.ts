// What kind of thing a question asks for, and whether for several, where its form says so; and whether a text holds one.
// Known in English only.

export type AnswerKind = "time" | "number" | "name";

const NUMBER_ASKED = /\bhow (?:many|much|long|old|often)\b/i;
const TIME_ASKED = /\bwhen\b|\b(?:what|which) (?:year|month|week|date|day)\b/i;
const NAME_ASKED = /\bwho\b|\bwhich\b|\bwhat(?:'s| is| are| was| were)?\b[^?]*\bnames?\b/i;

/** Words in -s that are no plural. */
const SINGULAR =
  "does|was|is|has|his|its|this|us|as|always|goes|says|gives|makes|takes|likes|wants|needs";
const VERB = "did|do|are|were";
const SEVERAL_ASKED = new RegExp(
  `\\b(?:${[
    `(?:what|which)\\s+(?:(?!(?:${SINGULAR}|${VERB})\\b)\\w+\\s+){0,2}(?!(?:${SINGULAR})\\b)\\w+[^s\\W]s`,
    "how (?:many|often)|both|(?:kind|sort|type)s? of|in (?:what|which) ways",
  ].join("|")})\\b`,
  "i",
);

/** When something was, told from the day it is said on or by the calendar. */
const TIME = new RegExp(
  `\\b(?:${[
    "yesterday|today|tomorrow|tonight|ago|last|next|since|recently",
    "this (?:week|month|year|morning|weekend)|weekend|days?|weeks?|months?|years?",
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    "january|february|march|april|may|june|july|august|september|october|november|december",
  ].join("|")})\\b`,
  "i",
);
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|few|several|many)\b/i;
/** A capital inside a sentence. */
const NAME = /[\p{Ll},;] \p{Lu}\p{Ll}/u;

export function answerKindOf(question: string): AnswerKind | undefined {
  if (NUMBER_ASKED.test(question)) return "number";
  if (TIME_ASKED.test(question)) return "time";
  return NAME_ASKED.test(question) ? "name" : undefined;
}

/** "What instruments does she play?": the answer may stand in several conversations. */
export function asksForSeveral(question: string): boolean {
  return SEVERAL_ASKED.test(question);
}

export function holdsKind(text: string, kind: AnswerKind): boolean {
  return HOLDS[kind](text);
}

const HOLDS = {
  time: (text) => TIME.test(text),
  number: (text) => NUMBER.test(text),
  name: (text) => NAME.test(text),
} as const satisfies Record<AnswerKind, (text: string) => boolean>;
