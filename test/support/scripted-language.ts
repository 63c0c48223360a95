// A language model that says what it is told to, word for word, and remembers what it was asked.

import { readReply } from "../../src/models/language/ai-sdk.ts";
import type { Generated, Language, LanguageRequest } from "../../src/ports/language.ts";

export type ScriptedLanguage = Language &
  Readonly<{ asked: () => readonly LanguageRequest<unknown>[] }>;

/** One reply a request, in order: text, or a failure. */
export function scriptedLanguage(
  ...replies: readonly (string | Exclude<Generated<never>, { type: "ok" }>)[]
): ScriptedLanguage {
  const asked: LanguageRequest<unknown>[] = [];
  return {
    name: "scripted",
    asked: () => asked,
    generate: async (request) => {
      const reply = replies[asked.push(request) - 1];
      if (reply === undefined) throw new Error("the script is over");
      if (typeof reply !== "string") return reply;
      const read = readReply(reply, request.schema);
      if (read.type === "ok") return { ...read, tokens: { input: 1, output: 1 } };
      return { type: "rejected", reason: read.type === "refusal" ? "refusal" : "bad_output" };
    },
  };
}
