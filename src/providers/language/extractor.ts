// Facts out of messages by a language model. The model proposes; the write gates decide.

import { randomUUID } from "node:crypto";
import type { Candidate } from "../../model/candidate.ts";
import type { Evidence } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import type { ExtractInput, Extraction, Extractor } from "../../ports/extractor.ts";
import type { Language } from "../../ports/language.ts";
import { extractPrompt, type Found, MAX_CANDIDATES } from "../prompts/extract.ts";
import { locateQuote } from "./locate-quote.ts";

type Line = Found["candidates"][number];

/** `newNonce` gives the mark that fences a prompt's data; nobody who writes messages may foresee it. */
export function languageExtractor(
  language: Language,
  newNonce: () => string = randomUUID,
): Extractor {
  return {
    name: language.name,
    inline: false,
    extract: (input) => extract(input, language, newNonce()),
  };
}

async function extract(
  input: ExtractInput,
  language: Language,
  nonce: string,
): Promise<Extraction> {
  const { tenant, author } = input.message;
  const request = { ...extractPrompt(input, nonce), tenant, user: author.id };
  const generated = await language.generate(request);
  if (generated.type !== "ok") return generated;
  const lines = generated.value.candidates.slice(0, MAX_CANDIDATES);
  return { type: "ok", candidates: lines.map((line) => candidateOf(line, input.message)) };
}

function candidateOf(line: Line, message: Message): Candidate {
  const { category, text, confidence, importance, field, validFrom, sensitive } = line;
  const since = validFrom ? Date.parse(validFrom) : Number.NaN;
  return {
    kind: "fact",
    text: text.trim(),
    category,
    subject: message.author.id,
    confidence,
    importance,
    evidence: [evidenceFor(line.quote, message)],
    ...(Number.isNaN(since) ? {} : { validFrom: new Date(since).toISOString() }),
    ...(sensitive ? { sensitivity: "sensitive" } : {}),
    ...(field ? { field } : {}),
  };
}

// Words that are not in the message stay a mere statement, which the ground stage drops and reports.
function evidenceFor(quote: string, { id, text }: Message): Evidence {
  const span = locateQuote(text, quote);
  if (!span) return { type: "statement", text: quote };
  return { type: "span", messageId: id, ...span, quote: text.slice(span.start, span.end) };
}
