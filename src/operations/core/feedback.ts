// What is said of a memory that was handed out.

import { z } from "zod";
import { giveFeedback } from "../../curate/feedback.ts";
import { VERDICTS } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { doing } from "../engine-context.ts";
import { Body, DoToOne } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput } from "../outputs.ts";

const MAX_REASON = 500;

const FeedbackInput = DoToOne.extend({
  verdict: z.enum([...VERDICTS, "none"]).describe("`none` takes back what was said before."),
  reason: Body.max(MAX_REASON).optional(),
});
export interface FeedbackInput extends z.input<typeof FeedbackInput> {}

export const feedbackOperation = operation({
  name: "feedback",
  summary:
    "Say that a memory helped or is wrong: it moves up or down among hits, until taken back.",
  access: "write",
  http: { method: "POST", path: "/v1/memories/{id}/feedback" },
  input: FeedbackInput,
  output: MemoryOutput,
  run: ({ id, verdict, reason, ...given }, context) =>
    giveFeedback(
      omitUndefined({ ...doing(given, context), id, verdict, reason }),
      context.curating,
    ),
});
