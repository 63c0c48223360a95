// What a model tells is held to the narrator's limits, and its sources are checked.

import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import type { Message } from "../../src/model/message.ts";
import { languageNarrator } from "../../src/models/language/narrator.ts";
import { NARRATION_LIMITS } from "../../src/ports/narrator.ts";
import { scriptedLanguage } from "../support/scripted-language.ts";

const ana = { id: "u1", name: "Ana", isBot: false };

function memory(id: string, text: string, more: Partial<Memory> = {}): Memory {
  return {
    id,
    tenant: "acme",
    scope: "shared",
    kind: "fact",
    category: "other",
    text,
    tags: [],
    participants: ["u1"],
    confidence: 0.8,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: `2026-05-01T10:00:0${id}.000Z`,
    updatedAt: "2026-05-01T10:00:00.000Z",
    writer: {},
    ...more,
  };
}

function said(text: string, more: Partial<Message> = {}): Message {
  return {
    tenant: "acme",
    id: "m1",
    channel: "general",
    at: "2026-05-01T10:00:00.000Z",
    author: ana,
    text,
    role: "user",
    origin: "user",
    scope: "shared",
    position: 1,
    ...more,
  };
}

const three = [memory("1", "One."), memory("2", "Two."), memory("3", "Three.")];

test("an episode is told by the fast model and cut to its limits at a sentence", async () => {
  const summary = `Ana spoke. ${"Ana walked on. ".repeat(2)}${"Then more. ".repeat(40)}`;
  const language = scriptedLanguage(JSON.stringify({ title: "A walk", summary }));
  const told = await languageNarrator(language).episode([said("I walked")]);
  expect(told).toEqual({
    type: "ok",
    title: "A walk",
    summary: "Ana spoke. Ana walked on. Ana walked on.",
  });
  expect(language.asked()[0]).toMatchObject({ role: "fast", tenant: "acme" });
});

test("a conversation of bots is rejected without a call, and a bot among people is not quoted", async () => {
  const bot = said("beep", { author: { ...ana, isBot: true }, role: "assistant" });
  const language = scriptedLanguage('{"title":"Tea","summary":"Ana spoke of tea."}');
  const narrator = languageNarrator(language);
  expect(await narrator.episode([bot])).toEqual({ type: "rejected", reason: "nothing_said" });
  await narrator.episode([bot, said("tea")]);
  expect(language.asked().map((asked) => asked.prompt.includes("beep"))).toEqual([false]);
});

test("the newest of a very long conversation is what the model reads", async () => {
  const language = scriptedLanguage('{"title":"Talk","summary":"Ana spoke."}');
  const messages = Array.from({ length: 200 }, (_, at) => said(`${at}:${"x".repeat(900)}`));
  await languageNarrator(language).episode(messages);
  const prompt = language.asked()[0]?.prompt ?? "";
  expect(prompt.length).toBeLessThan(60_000);
  expect([prompt.includes('"199:'), prompt.includes('"0:')]).toEqual([true, false]);
});

test("topics name their episodes by id, oldest first, and share none", async () => {
  const reply = {
    topics: [
      { title: "A", summary: "A was done.", sources: [2, 1] },
      { title: "B", summary: "B was done.", sources: [2, 3] },
      { title: "C", summary: "C was done.", sources: [1] },
    ],
  };
  const language = scriptedLanguage(JSON.stringify(reply));
  const told = await languageNarrator(language).topics({
    episodes: three.toReversed(),
    people: [ana],
  });
  expect(told).toMatchObject({
    topics: [
      { title: "A", sources: ["1", "2"] },
      { title: "B", sources: ["3"] },
    ],
  });
  expect(language.asked()[0]?.role).toBe("deep");
});

test("a source that was never sent makes the whole reply unusable", async () => {
  const reply = '{"topics":[{"title":"A","summary":"A was done.","sources":[4]}]}';
  const told = await languageNarrator(scriptedLanguage(reply)).topics({
    episodes: three,
    people: [],
  });
  expect(told).toEqual({ type: "rejected", reason: "bad_output" });
});

test("a profile line is no surer than the facts under it", async () => {
  const line = { section: "bio", text: "Ana lives in Lisbon.", facts: [1, 3], confidence: 1 };
  const language = scriptedLanguage(JSON.stringify({ lines: [line] }));
  const told = await languageNarrator(language).profile({ user: ana, lines: [], facts: three });
  expect(told).toEqual({
    type: "ok",
    add: [{ section: "bio", text: "Ana lives in Lisbon.", sources: ["1", "3"], confidence: 0.8 }],
  });
  expect(language.asked()[0]).toMatchObject({ role: "fast", user: "u1" });
});

test("consolidation never drops what a person corrected, nor the line it keeps, nor one line twice", async () => {
  const lines = [three[0], three[1], memory("3", "Three.", { tags: ["corrected"] })].flatMap(
    (line) => line ?? [],
  );
  const reply = {
    groups: [
      { keep: 1, drop: [1, 2, 3], reason: "same" },
      { keep: 3, drop: [2], reason: "same" },
    ],
  };
  const language = scriptedLanguage(JSON.stringify(reply));
  const told = await languageNarrator(language).consolidate({ lines });
  expect(told).toEqual({ type: "ok", merge: [{ keep: "1", drop: ["2"], reason: "same" }] });
  expect(language.asked()[0]?.role).toBe("deep");
});

test("insights keep to three, to their length, and to evidence that was sent", async () => {
  const insight = {
    text: `Ana seems to ${"worry a lot ".repeat(30)}.`,
    tags: ["a"],
    evidence: [1, 2],
  };
  const language = scriptedLanguage(JSON.stringify({ insights: Array(5).fill(insight) }));
  const told = await languageNarrator(language).insights({
    activities: three.slice(0, 1),
    items: three.slice(1),
    talk: "y".repeat(5000),
    people: [ana],
  });
  expect(told.type === "ok" && told.insights.map((one) => one.evidence)).toEqual(
    Array(3).fill(["1", "2"]),
  );
  expect(told.type === "ok" && told.insights.every((one) => one.text.length <= 280)).toBe(true);
  expect(language.asked()[0]?.prompt).not.toContain("y".repeat(1001));
});

test("insights are asked for at temperature 0 and with at most 220 tokens, or as was set", async () => {
  const input = { activities: three, items: three, talk: "word ".repeat(9), people: [ana] };
  const usual = scriptedLanguage('{"insights":[]}');
  await languageNarrator(usual).insights(input);
  expect(usual.asked()).toMatchObject([{ temperature: 0, maxOutputTokens: 220 }]);
  const limits = {
    ...NARRATION_LIMITS,
    ...{ activities: 1, items: 0, talkLength: 10, insights: 1, insightLength: 100 },
    ...{ insightTokens: 500, insightTemperature: 0.4 },
  };
  const set = scriptedLanguage(
    JSON.stringify({ insights: Array(2).fill({ text: "Ana walks.", tags: [], evidence: [1] }) }),
  );
  const told = await languageNarrator(set, limits).insights(input);
  expect(told).toMatchObject({ type: "ok", insights: [{ text: "Ana walks.", evidence: ["1"] }] });
  expect(told.type === "ok" && told.insights).toHaveLength(1);
  const [asked] = set.asked();
  expect(asked).toMatchObject({ temperature: 0.4, maxOutputTokens: 500 });
  expect(asked?.system).toContain("1 to 1 insights");
  expect(asked?.prompt).not.toContain("word word word");
});

test("topics and titles are asked for and cut as was set", async () => {
  const topic = (n: number) => ({
    title: `Walk ${n} by the sea`,
    summary: "A. B. C.",
    sources: [n],
  });
  const language = scriptedLanguage(JSON.stringify({ topics: [topic(1), topic(2), topic(3)] }));
  const limits = {
    ...NARRATION_LIMITS,
    fewestTopics: 1,
    topics: 2,
    titleLength: 9,
    summarySentences: 1,
  };
  const told = await languageNarrator(language, limits).topics({ episodes: three, people: [ana] });
  expect(told).toEqual({
    type: "ok",
    topics: [
      { title: "Walk 1…", summary: "A.", sources: ["1"] },
      { title: "Walk 2…", summary: "A.", sources: ["2"] },
    ],
  });
  expect(language.asked()[0]?.system).toContain("Make 1 to 2 topics");
});

test("with nothing to tell of, nothing is asked", async () => {
  const language = scriptedLanguage();
  const narrator = languageNarrator(language);
  expect(await narrator.topics({ episodes: [], people: [] })).toEqual({ type: "ok", topics: [] });
  expect(await narrator.profile({ user: ana, lines: three, facts: [] })).toEqual({
    type: "ok",
    add: [],
  });
  expect(await narrator.consolidate({ lines: three.slice(0, 1) })).toEqual({
    type: "ok",
    merge: [],
  });
  const quiet = { activities: [], items: [], talk: "hm", people: [] };
  expect(await narrator.insights(quiet)).toEqual({ type: "ok", insights: [] });
  expect(language.asked()).toEqual([]);
});
