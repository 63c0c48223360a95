// How a day's episodes become topics, and recent days what can be counted of them.

import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import { type InsightText, NARRATION_LIMITS, type TopicText } from "../../src/ports/narrator.ts";
import { memory, PEOPLE } from "./narrator-fixtures.ts";

const GARDEN = ["planted tomatoes in the garden", "watered the garden and the tomatoes"];
const RELEASE = ["fixed the release build", "tested the release build again"];
const TRIP = ["booked a train to Vienna", "packed for the train to Vienna"];

function episodes(...texts: readonly string[]): Memory[] {
  return texts.map((text, index) =>
    memory({
      id: `e${index}`,
      kind: "episode",
      title: text
        .split(" ")
        .filter((word) => word.length > 4)
        .join(", "),
      text: `Ana: "I ${text}."`,
      participants: index % 2 === 0 ? ["ana", "ben"] : ["ana", "cy"],
      createdAt: `2026-05-01T10:0${index}:00.000Z`,
    }),
  );
}

async function topicsOf(day: readonly Memory[]): Promise<readonly TopicText[]> {
  const outcome = await builtinNarrator().topics({ episodes: day, people: PEOPLE });
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome.topics;
}

async function insightsOf(activities: readonly Memory[]): Promise<readonly InsightText[]> {
  const input = { activities, items: [], talk: "hello there", people: PEOPLE };
  const outcome = await builtinNarrator().insights(input);
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome.insights;
}

test("episodes about one thing become one topic with all of them as sources", async () => {
  const topics = await topicsOf(episodes(...GARDEN, ...RELEASE, ...TRIP));
  expect(topics.map((topic) => topic.sources)).toEqual([
    ["e0", "e1"],
    ["e2", "e3"],
    ["e4", "e5"],
  ]);
  expect(topics[0]).toMatchObject({
    title: "Tomatoes, garden",
    summary: 'Ana: "I planted tomatoes in the garden." "I watered the garden and the tomatoes."',
  });
});

test("the order in which episodes are given changes nothing", async () => {
  const day = episodes(...GARDEN, ...RELEASE, ...TRIP);
  expect(await topicsOf(day.toReversed())).toEqual(await topicsOf(day));
});

test("a day with one episode makes one topic and an empty day none", async () => {
  expect(await topicsOf(episodes("planted tomatoes"))).toEqual([
    { title: "planted, tomatoes", summary: 'Ana: "I planted tomatoes."', sources: ["e0"] },
  ]);
  expect(await topicsOf([])).toEqual([]);
});

test("a conversation in which nothing was told is no topic", async () => {
  const empty = memory({
    id: "e9",
    kind: "episode",
    title: "Ana and Ben",
    text: "Ana and Ben talked.",
  });
  expect(await topicsOf([empty])).toEqual([]);
});

test("unrelated episodes are not forced into one topic", async () => {
  const topics = await topicsOf(
    episodes("planted tomatoes", "fixed a release build", "booked trains"),
  );
  expect(topics).toHaveLength(3);
});

test("an episode that a model told gives its sentences as they stand", async () => {
  const text = "Ana planted tomatoes in the garden. Ben promised to water the garden.";
  const day = [memory({ id: "e0", kind: "episode", title: "The garden", text })];
  expect(await topicsOf(day)).toMatchObject([{ title: "The garden", summary: text }]);
});

test("a word that returns in three conversations is counted, with what it rests on", async () => {
  const insights = await insightsOf(episodes(...GARDEN, "sold the garden fence"));
  expect(insights).toContainEqual({
    text: 'Ana often speaks of "garden" (3 conversations).',
    tags: ["theme"],
    evidence: ["e0", "e1", "e2"],
  });
});

test("what people return to together is said of all of them", async () => {
  const day = episodes(...GARDEN, "sold the garden fence").map((one) => ({
    ...one,
    participants: ["ben", "ana"],
  }));
  expect((await insightsOf(day)).map(({ text }) => text)).toEqual([
    'Ana and Ben keep coming back to "garden" (3 conversations).',
    'Ana often speaks of "garden" (3 conversations).',
  ]);
});

test("nobody is said to speak of what others said", async () => {
  const day = episodes(...GARDEN, "sold the garden fence");
  for (const { text } of await insightsOf(day))
    expect(text).not.toMatch(/^(?:Ben|Cy) often speaks/);
});

test("twice is not often", async () => {
  expect(await insightsOf(episodes(...GARDEN))).toEqual([]);
});

test("nothing is counted of nothing, and no mood is read into anybody", async () => {
  expect(await insightsOf([])).toEqual([]);
  const tense = memory({
    id: "b",
    text: 'Ana: "I was stressed and tired."',
    participants: ["ana"],
  });
  expect(await insightsOf([tense])).toEqual([]);
});

test("as many topics and insights are told as were set", async () => {
  const day = episodes(...GARDEN, ...RELEASE, ...TRIP);
  const limits = { ...NARRATION_LIMITS, topics: 1, insights: 0 };
  const one = await builtinNarrator(limits).topics({ episodes: day, people: PEOPLE });
  expect(one.type === "ok" && one.topics).toHaveLength(1);
  const input = { activities: episodes(...GARDEN, ...GARDEN), items: [], talk: "", people: PEOPLE };
  expect(await builtinNarrator().insights(input)).not.toMatchObject({ insights: [] });
  expect(await builtinNarrator(limits).insights(input)).toMatchObject({ insights: [] });
});
