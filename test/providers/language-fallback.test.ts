// The built-in models stand in only when asked to, and the outcome says so.

import { expect, test } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { extractorWithStandIn, narratorWithStandIn } from "../../src/models/language/extractor.ts";
import { languageNarrator } from "../../src/models/language/narrator.ts";
import type { Extraction, Extractor } from "../../src/ports/extractor.ts";
import { scriptedLanguage } from "../support/scripted-language.ts";

const message: Message = {
  tenant: "acme",
  id: "m1",
  channel: "general",
  at: "2026-05-01T10:00:00.000Z",
  author: { id: "u1", name: "Ana", isBot: false },
  text: "Tea, please",
  role: "user",
  origin: "user",
  scope: "shared",
  position: 1,
};

function extractor(name: string, outcome: Extraction): Extractor {
  return { name, inline: false, extract: async () => outcome };
}
const found: Extraction = { type: "ok", candidates: [] };
const input = { message, before: [] };

test("a model that answers needs no stand-in", async () => {
  const both = extractorWithStandIn(extractor("model", found), extractor("built-in", found));
  expect(await both.extract(input)).toEqual(found);
});

test.each<Extraction>([
  { type: "retryable", reason: "timeout" },
  { type: "rejected", reason: "over_budget" },
])("for a model that is $type the built-in one answers, and says why", async (failed) => {
  const both = extractorWithStandIn(extractor("model", failed), extractor("built-in", found));
  const because = failed.type === "ok" ? "" : failed.reason;
  expect(await both.extract(input)).toEqual({ ...found, standIn: { by: "built-in", because } });
});

test("when both fail, the failure told is the model's", async () => {
  const failed: Extraction = { type: "retryable", reason: "timeout" };
  const useless = extractor("built-in", { type: "rejected", reason: "nothing_said" });
  const both = extractorWithStandIn(extractor("model", failed), useless);
  expect(await both.extract(input)).toEqual(failed);
});

test("a narrator's stand-in tells the episode that the model could not", async () => {
  const away = languageNarrator(scriptedLanguage({ type: "retryable", reason: "circuit_open" }));
  const other = languageNarrator(scriptedLanguage('{"title":"Tea","summary":"Ana had tea."}'));
  expect(await narratorWithStandIn(away, other).episode([message])).toEqual({
    type: "ok",
    title: "Tea",
    summary: "Ana had tea.",
    standIn: { by: "scripted", because: "circuit_open" },
  });
});
