// A language model that answers out of numbered lines. It must cite them, and a number or a name that none of the cited
// lines has makes its answer one that is not given.

import { randomUUID } from "node:crypto";
import { readStatement } from "../../language/compare/statement.ts";
import type { Answerer, AnswerInput, GivenAnswer, KnownLine } from "../../ports/answerer.ts";
import type { Language } from "../../ports/language.ts";
import type { Narration } from "../../ports/narrator.ts";
import { answerPrompt } from "../prompts.ts";

/** `newNonce` gives the mark that fences a prompt's data; nobody who writes messages may foresee it. */
export function languageAnswerer(
  language: Language,
  newNonce: () => string = randomUUID,
): Answerer {
  return {
    name: language.name,
    answer: (input) => answer(input, language, newNonce()),
  };
}

async function answer(
  input: AnswerInput,
  language: Language,
  nonce: string,
): Promise<Narration<GivenAnswer>> {
  const { tenant, user } = input;
  const payer = user === undefined ? { tenant } : { tenant, user };
  const reply = await language.generate({ ...answerPrompt(input, nonce), ...payer });
  if (reply.type !== "ok") return reply;
  const { supported, answer: text = "", lines } = reply.value;
  if (!supported || text === "") return { type: "ok", cites: [] };
  const cites = [...new Set(lines)].map((number) => number - 1);
  const cited = cites.flatMap((place) => input.lines[place] ?? []);
  if (cites.length === 0 || cited.length < cites.length)
    return { type: "rejected", reason: "cites no line it was given" };
  if (hasUnsaid(text, cited, input)) return { type: "rejected", reason: "says what no line says" };
  return { type: "ok", text, cites };
}

/** Numbers and names are what a model most easily makes up. */
function hasUnsaid(text: string, cited: readonly KnownLine[], { question }: AnswerInput): boolean {
  const said = [question, ...cited.flatMap((line) => [line.text, line.at, line.by])].join("\n");
  const heard = new Set(keysOf(said));
  const digits = new Set(said.match(/\d+/g) ?? []);
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.some((number) => !digits.has(number) && !digits.has(`0${number}`))) return true;
  return namesIn(text).some((name) => !heard.has(name));
}

function keysOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function namesIn(text: string): readonly string[] {
  return readStatement(text)
    .tokens.filter(({ kind }) => kind === "name")
    .flatMap(({ word }) => keysOf(word));
}
