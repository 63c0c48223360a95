// The writing rules: a fact stands on its own, in the third person; an episode tells what happened.
// Repairs what it can and refuses what it cannot.

import type { Kind, KindPolicies } from "../../model/kinds.ts";
import { readQuote } from "../../model/quote.ts";
import { tidy } from "../../model/text.ts";
import type { Ended, Guarded } from "../stage-types.ts";

const RULED: ReadonlySet<Kind> = new Set<Kind>(["fact", "trait", "insight"]);
const SPEAKER =
  /(?<![\p{L}'’-])(?:I|I['’](?:m|ve|ll|d)|me|my|mine|myself|we|our|ours|us|you|your|yours)(?![\p{L}-])/u;
const DANGLING = /^(?:he|she|it|they|this|that|these|those|his|her|their)\b/i;

type Bounds = Readonly<{ maxLength: number; maxSentences: number }>;

/** Undefined when the text keeps the rules; otherwise which rule it breaks. */
export function wordingFault(
  text: string,
  { maxLength, maxSentences }: Bounds,
): string | undefined {
  if (text.length > maxLength) return "too long";
  if (sentences(text).length > maxSentences)
    return maxSentences === 2 ? "more than two sentences" : `more than ${maxSentences} sentences`;
  if (DANGLING.test(text)) return "begins with a pronoun that points at nothing";
  if (SPEAKER.test(withoutQuotes(text))) return "speaks in the first or second person";
  return undefined;
}

export function fitWording(
  proposal: Guarded,
  { kinds, maxSentences }: Readonly<{ kinds: KindPolicies; maxSentences: number }>,
): Guarded | Ended {
  if (!RULED.has(proposal.kind)) return proposal;
  const { maxLength } = kinds[proposal.kind];
  const bounds = { maxLength, maxSentences };
  // Attributed speech: whose words it is stands before it, so its own pronouns point at somebody.
  if (readQuote(proposal.text) !== undefined && proposal.text.length <= maxLength) return proposal;
  const text = repaired(proposal.text, bounds);
  const fault = wordingFault(text, bounds);
  if (fault === undefined) return { ...proposal, text };
  return { type: "dropped", outcome: { type: "dropped", stage: "wording", reason: fault, text } };
}

function repaired(text: string, { maxLength, maxSentences }: Bounds): string {
  const tidied = tidy(text);
  const capital = tidied.charAt(0).toUpperCase() + tidied.slice(1);
  const ended = /[.!?…"”)]$/u.test(capital) ? capital : `${capital}.`;
  if (ended.length <= maxLength && sentences(ended).length <= maxSentences) return ended;
  return sentences(ended).slice(0, maxSentences).join(" ");
}

/** A capital after a full stop begins a sentence, unless the stop belongs to a title. */
const BETWEEN_SENTENCES = /(?<=[.!?…])(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs)\.)\s+(?=[\p{Lu}"“])/u;

function sentences(text: string): string[] {
  return text.split(BETWEEN_SENTENCES);
}

function withoutQuotes(text: string): string {
  return text.replace(/["“][^"”]*["”]/gu, "");
}
