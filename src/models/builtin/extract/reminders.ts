// What somebody asks outright to remember (N13): "remember that …", "note: …", in the languages of the lexicon.

import { splitClauses } from "../../../language/clauses.ts";
import { LANGUAGES, type Language } from "../../../language/lexicon.ts";
import { languageOf, leading } from "../../../language/markers.ts";
import type { Candidate } from "../../../model/candidate.ts";
import type { Message } from "../../../model/message.ts";
import { quoteLine } from "../../../model/quote.ts";
import { whenOf } from "./dates.ts";
import { isDocument } from "./is-document.ts";
import { isJoke, whyLeft } from "./why-left.ts";

const UNSPACED: ReadonlySet<Language | undefined> = new Set<Language>(["zh", "ja", "ko"]);
const COLON = /^\s*[:：]/;
const EARLY_COLON = /^[^:：]{1,40}[:：]/;
const BETWEEN = /^[\s:：,，、-]+/u;
const CONFIDENCE = 0.9;

/** Where what shall be remembered begins; 0 when the text begins with no such word, or says nothing after it. */
export function afterReminder(text: string, language: Language | undefined): number {
  const cue = cueOf(text, language);
  const rest = text.slice(cue).replace(BETWEEN, "");
  return cue === 0 || rest === "" ? 0 : text.length - rest.length;
}

/** "Remember that …" and "note: …" ask for it outright; "remember how we laughed" does not. */
export function asksToRemember(text: string, language: Language | undefined): boolean {
  const cue = cueOf(text, language);
  if (cue === 0) return false;
  return UNSPACED.has(language) || /\s/.test(text.slice(0, cue)) || COLON.test(text.slice(cue));
}

/** Two words are too few to know the language by, but "note:" is a reminder in whichever it stands. */
function cueOf(text: string, language: Language | undefined): number {
  const own = leading("remember", text, language);
  if (own > 0 || !EARLY_COLON.test(text)) return own;
  const cues = LANGUAGES.map((one) => leading("remember", text, one));
  return cues.find((length) => length > 0 && COLON.test(text.slice(length))) ?? 0;
}

/** A note for each clause of a message that asks for one, in the speaker's own words. */
export function remindersOf(message: Message): readonly Candidate[] {
  const clauses = splitClauses(message.text);
  const whole = languageOf(message.text);
  if (isJoke(message.text) || isDocument(message.text, clauses, whole)) return [];
  return clauses.flatMap((clause) => {
    const language = languageOf(clause.text) ?? whole;
    const isAsked =
      asksToRemember(clause.text, language) && whyLeft(clause, language) === undefined;
    return isAsked ? noteOf(clause, message, afterReminder(clause.text, language)) : [];
  });
}

function noteOf(
  { start, end, text }: Readonly<{ start: number; end: number; text: string }>,
  message: Message,
  from: number,
): readonly Candidate[] {
  const said = text.slice(from).trim();
  if (from === 0) return [];
  const when = whenOf(said, message.at);
  return [
    {
      kind: "log",
      text: quoteLine({ speaker: message.author.name, said, when: when?.shown }),
      category: "other",
      tags: ["reminder"],
      subject: message.author.id,
      confidence: CONFIDENCE,
      importance: 3,
      evidence: [{ type: "span", messageId: message.id, start, end, quote: text }],
      validFrom: when?.validFrom ?? message.at,
    },
  ];
}
