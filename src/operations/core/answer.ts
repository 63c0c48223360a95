// An answer with its sources: by a language model out of the best lines, or the best lines as they stand.

import { z } from "zod";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Hit, SearchResult } from "../../read/hit.ts";
import { search } from "../../read/recall.ts";
import { recordSearch } from "../count-uses.ts";
import { type EngineContext, looking } from "../engine-context.ts";
import { Body, Filter, Id, Looking } from "../inputs.ts";
import { operation } from "../operation.ts";
import { AnswerOutput } from "../outputs.ts";

const MAX_QUESTION = 4_000;
const LINES = 8;

const AnswerInput = Looking.extend({
  question: Body.refine((text) => text.length <= MAX_QUESTION, "is longer than 4000 characters"),
  limit: z.int().min(1).max(24).default(LINES).describe("At most so many lines are looked at."),
  filters: Filter.optional(),
  channel: Id.optional(),
});
export interface AnswerInput extends z.input<typeof AnswerInput> {}

export interface Answer extends z.output<typeof AnswerOutput> {}
type Asked = z.output<typeof AnswerInput>;

export const answerOperation = operation({
  name: "answer",
  summary:
    "Answer a question out of what is known, citing the lines it rests on, or say that nothing supports an answer.",
  access: "read",
  http: { method: "POST", path: "/v1/answer" },
  modelCalls: 2,
  input: AnswerInput,
  output: AnswerOutput,
  run: async (asked, context) => {
    const found = await find(asked, context);
    recordSearch(asked, { node: "hotpath", best: found.hits[0] }, context);
    context.handOut(
      asked.tenant,
      found.hits.map(({ text }) => text),
    );
    return answerFrom(asked, found, context);
  },
});

function find(asked: Asked, context: EngineContext): Promise<SearchResult> {
  const { question: query, limit, filters, channel } = asked;
  const filter = omitUndefined({ ...filters });
  const viewer = looking(asked, context);
  return search(omitUndefined({ viewer, query, limit, channel, filter }), context.reading);
}

/** A model that failed leaves the lines, and the answer says so; it is never "nobody knows". */
async function answerFrom(
  asked: Asked,
  { hits, confidence, unsure }: SearchResult,
  context: EngineContext,
): Promise<Answer> {
  const lines = hits.map(lineOf);
  const found = { confidence, unsure, lines };
  if (hits.length === 0) return { type: "unknown", citations: [], ...found };
  const { answerer } = context;
  if (answerer === undefined) return { type: "lines", citations: [], ...found };
  const given = await answerer.answer({
    ...omitUndefined({ tenant: asked.tenant, user: asked.user }),
    question: context.writing.screen(asked.question).text,
    now: context.writing.now().toISOString(),
    lines: hits.map(knownLine),
  });
  const by = answerer.name;
  if (given.type !== "ok") {
    const reason = `${given.type}: ${given.reason}`;
    return { type: "lines", citations: [], ...found, by, reason };
  }
  const { text, cites } = given;
  if (text === undefined) return { type: "unknown", citations: [], ...found, by };
  const citations = cites.flatMap((place) => lines[place] ?? []);
  return { type: "answer", answer: context.writing.screen(text).text, citations, ...found, by };
}

function lineOf({ id, item, text, score, at, sources }: Hit): Answer["lines"][number] {
  return { id, item, text, score, at, messages: sources.map(({ messageId }) => messageId) };
}

function knownLine(hit: Hit) {
  const by = hit.item === "message" ? hit.message.author.name : (hit.memory.subject ?? "");
  return { text: hit.text, at: hit.at, by };
}
