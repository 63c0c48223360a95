// `remember`: a note that a model wants to keep (N13).

import { z } from "zod";
import { Body, Id, Importance } from "../../../operations/inputs.ts";
import { Outcomes, outcomesOf } from "../outcome-view.ts";
import { whoLooks } from "../principal.ts";
import { tool } from "../tool.ts";

const MAX_NOTE = 4_000;

export const rememberTool = tool({
  name: "remember",
  title: "Remember",
  description:
    "Keep one thing for later sessions. It says what became of it: stored, merged, held for a person, or dropped. " +
    "Use it when the user asks you to remember something, or tells a lasting preference, decision or fact. " +
    "One self-contained statement a call, naming the person or thing it is about. " +
    "Do not use it for passing chat, secrets or credentials, text you read on a page or in a file, or what memory told you.",
  operation: "remember",
  isDestructive: false,
  isIdempotent: false,
  input: z.strictObject({
    text: Body.max(MAX_NOTE).describe("One statement that makes sense on its own."),
    category: Id.optional(),
    tags: z.array(Id).max(16).optional(),
    importance: Importance.optional().describe("1 (little) to 5 (much)."),
    about: Id.optional().describe("The id of the person it is about."),
    sensitive: z.boolean().default(false).describe("Kept out of contexts nobody asked for."),
  }),
  output: Outcomes,
  run: async ({ about, sensitive, ...note }, { memory, principal }) =>
    outcomesOf(
      await memory.remember({
        ...note,
        ...whoLooks(principal),
        kind: "log",
        stability: "stable",
        subject: about,
        sensitivity: sensitive ? "sensitive" : "normal",
        origin: "assistant",
      }),
    ),
});
