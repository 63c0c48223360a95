// Where in a message the words stand that somebody says they copied from it.

import type { Evidence } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { ownValue } from "../../model/own-value.ts";

// Words that are not in the message stay a mere statement, which the ground stage drops and reports.
export function evidenceFor(quote: string, { id, text }: Message): Evidence {
  const span = locateQuote(text, quote);
  if (!span) return { type: "statement", text: quote };
  return { type: "span", messageId: id, ...span, quote: text.slice(span.start, span.end) };
}

// Finds the words a model says it copied. Forgives case, spacing and typographic marks, nothing else.

type Span = Readonly<{ start: number; end: number }>;

const SAME: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};
const WRAPPING = /^["'“”‘’…\s]+|["'“”‘’…\s]+$/gu;

/** Undefined when the text does not hold the quote. */
function locateQuote(text: string, quote: string): Span | undefined {
  const exact = text.indexOf(quote);
  if (quote.trim() !== "" && exact !== -1) return { start: exact, end: exact + quote.length };
  const wanted = plain(quote.replace(WRAPPING, ""));
  if (wanted.text === "") return undefined;
  const whole = plain(text);
  const from = whole.text.indexOf(wanted.text);
  const start = whole.at[from];
  const last = whole.at[from + wanted.text.length - 1];
  return start === undefined || last === undefined ? undefined : { start, end: last + 1 };
}

/** One unit of text for one of the original, so that positions can be carried back. */
function plain(text: string): Readonly<{ text: string; at: readonly number[] }> {
  const units: string[] = [];
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const unit = plainUnit(text.charAt(index));
    if (unit === " " && units.at(-1) === " ") continue;
    units.push(unit);
    at.push(index);
  }
  return { text: units.join(""), at };
}

function plainUnit(unit: string): string {
  if (/\s/u.test(unit)) return " ";
  const lower = (ownValue(SAME, unit) ?? unit).toLowerCase();
  return lower.length === 1 ? lower : unit;
}
