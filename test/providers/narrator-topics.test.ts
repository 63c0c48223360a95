// How a day's episodes become topics, and recent days become careful guesses.

import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import type { TopicText } from "../../src/ports/narrator.ts";
import { builtinNarrator } from "../../src/providers/builtin/narrator.ts";
import { memory, PEOPLE } from "./narrator-fixtures.ts";

const GARDEN = ["planted tomatoes in the garden", "watered the garden and the tomatoes"];
const RELEASE = ["fixed the release build", "tested the release build again"];
const TRIP = ["booked a train to Vienna", "packed for the train to Vienna"];

function episodes(...texts: readonly string[]): Memory[] {
  return texts.map((text, index) =>
    memory({
      id: `e${index}`,
      kind: "episode",
      title: text.charAt(0).toUpperCase() + text.slice(1),
      text: `Ana ${text}.`,
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

test("episodes about one thing become one topic with all of them as sources", async () => {
  const topics = await topicsOf(episodes(...GARDEN, ...RELEASE, ...TRIP));
  expect(topics.map((topic) => topic.sources)).toEqual([
    ["e0", "e1"],
    ["e2", "e3"],
    ["e4", "e5"],
  ]);
  expect(topics[0]?.summary).toContain("Ana, Ben and Cy talked about");
  expect(topics[0]?.summary).toContain("2 conversations");
});

test("the order in which episodes are given changes nothing", async () => {
  const day = episodes(...GARDEN, ...RELEASE, ...TRIP);
  expect(await topicsOf(day.toReversed())).toEqual(await topicsOf(day));
});

test("a day with one episode makes one topic and an empty day none", async () => {
  expect(await topicsOf(episodes("planted tomatoes"))).toEqual([
    { title: "Planted tomatoes", summary: "Ana planted tomatoes.", sources: ["e0"] },
  ]);
  expect(await topicsOf([])).toEqual([]);
});

test("unrelated episodes are not forced into one topic", async () => {
  const topics = await topicsOf(
    episodes("planted tomatoes", "fixed a release build", "booked trains"),
  );
  expect(topics).toHaveLength(3);
});

test("a theme that returns is guessed at, with what it rests on", async () => {
  const outcome = await builtinNarrator().insights({
    activities: episodes(...GARDEN, "slept long"),
    items: [],
    talk: "the garden again",
    people: PEOPLE,
  });
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  const theme = outcome.insights.find((insight) => insight.tags.includes("theme"));
  expect(theme?.text).toMatch(/^Ana seems to have .*(?:garden|tomatoes) on their mind/);
  expect(theme?.evidence).toEqual(["e0", "e1"]);
});

test("strain that was denied is not read as strain", async () => {
  const calm = memory({ id: "a", text: "Ana was not stressed.", participants: ["ana"] });
  const tense = memory({ id: "b", text: "Ana was stressed and tired.", participants: ["ana"] });
  const ask = { items: [], talk: "I am worried", people: PEOPLE };
  const narrator = builtinNarrator();
  expect(await narrator.insights({ ...ask, activities: [calm] })).toEqual({
    type: "ok",
    insights: [],
  });
  expect(await narrator.insights({ ...ask, activities: [tense] })).toMatchObject({
    insights: [
      {
        text: "Ana may be under some strain: recent notes speak of being stressed and tired.",
        evidence: ["b"],
      },
    ],
  });
});

test("nothing is guessed from nothing", async () => {
  const empty = { activities: [], items: [], talk: "hello there", people: [] };
  expect(await builtinNarrator().insights(empty)).toEqual({ type: "ok", insights: [] });
});
