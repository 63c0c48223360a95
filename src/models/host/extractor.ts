// An extractor that the program brought: a function or an `Extractor`. What it finds passes the same guard, gate and
// grounding as what a model finds, so it cannot make anybody have said what they did not say.

import { z } from "zod";
import type { Candidate } from "../../model/candidate.ts";
import { SECTIONS } from "../../model/kinds.ts";
import type { Evidence } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { MetadataShape } from "../../model/metadata.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { ExtractInput, Extraction, Extractor } from "../../ports/extractor.ts";
import { evidenceFor } from "../language/quote-place.ts";
import { answerInTime, Failure } from "./answer-in-time.ts";

const MAX_FOUND = 100;
const Word = z.string().trim().min(1).max(255);
const Day = z.iso.datetime({ offset: true }).or(z.iso.date());

const Piece = z.union([
  z.object({ type: z.literal("statement"), text: z.string() }),
  z.object({
    type: z.literal("span"),
    messageId: z.string(),
    start: z.int().min(0),
    end: z.int().min(0),
    quote: z.string(),
  }),
]);

/** Souls, rules and the vault need a person's word, and notes about a conversation are the narrator's. */
const Fact = z.object({
  text: z.string().trim().min(1).max(4_000),
  quote: z.string().min(1).optional(),
  evidence: z.array(Piece).max(20).optional(),
  kind: z.enum(["fact", "log", "lore", "procedure"]).default("fact"),
  category: Word.default("other"),
  subject: Word.optional(),
  confidence: z.number().min(0).max(1).default(0.8),
  importance: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
    .default(3),
  section: z.enum(SECTIONS).optional(),
  title: z.string().max(400).optional(),
  tags: z.array(Word).max(64).optional(),
  validFrom: Day.optional(),
  validTo: Day.optional(),
  sensitivity: z.enum(["normal", "sensitive"]).optional(),
  metadata: MetadataShape.optional(),
  field: z.enum(["preferred_name", "pronouns", "city", "language", "tone", "goals"]).optional(),
});
type Fact = z.infer<typeof Fact>;

/** One fact as an extractor of yours may give it: the text is enough. */
export interface FoundFact extends z.input<typeof Fact> {}

const Found = z.array(Fact).max(MAX_FOUND);
const Answer = z.union([
  Found,
  z.object({ type: z.literal("ok"), candidates: Found }).transform(({ candidates }) => candidates),
  Failure,
]);

type Given = Extraction | readonly FoundFact[];
export type ExtractorChoice =
  | Extractor
  | ((input: ExtractInput, signal: AbortSignal) => Given | Promise<Given>);

export function hostExtractor(given: ExtractorChoice, seconds: number): Extractor {
  const isFunction = typeof given === "function";
  const extract = isFunction ? given : (input: ExtractInput) => given.extract(input);
  return {
    name: isFunction ? given.name || "own" : given.name,
    inline: !isFunction && given.inline,
    extract: async (input) => {
      const call = (signal: AbortSignal) => extract(input, signal);
      const answered = await answerInTime({ call, seconds, answer: Answer });
      if (answered.type !== "ok") return answered;
      if (!Array.isArray(answered.value)) return answered.value;
      const candidates = answered.value.map((fact) => candidateOf(fact, input.message));
      return { type: "ok", candidates };
    },
  };
}

function candidateOf(fact: Fact, message: Message): Candidate {
  const { quote, evidence, validFrom, validTo, ...rest } = fact;
  return omitUndefined({
    ...rest,
    subject: fact.subject ?? (fact.kind === "lore" ? undefined : message.author.id),
    evidence: evidence ?? [evidenceOf(quote, message)],
    validFrom: validFrom === undefined ? undefined : new Date(validFrom).toISOString(),
    validTo: validTo === undefined ? undefined : new Date(validTo).toISOString(),
  });
}

/** Without a quote the whole message is what it rests on. */
function evidenceOf(quote: string | undefined, message: Message): Evidence {
  if (quote !== undefined) return evidenceFor(quote, message);
  const { id, text } = message;
  return { type: "span", messageId: id, start: 0, end: text.length, quote: text };
}
