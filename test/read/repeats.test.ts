// What was said more than once is handed out once, and leads back to every place where it was said.

import { afterEach, beforeEach, expect, test } from "vitest";
import { search } from "../../src/read/recall.ts";
import { aMemory, aMessage, daysAgo, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const SAID = "I keep the spare key under the blue pot";
const span = (messageId: string) =>
  ({ type: "span", messageId, start: 0, end: SAID.length, quote: SAID }) as const;
const ask = (limit = 10) =>
  search({ viewer: host, query: "Where is the spare key?", limit }, scene.deps);

test("a message said twice in the same words is one hit that names both messages", async () => {
  await scene.say(
    aMessage("first", SAID, { channel: "home", at: daysAgo(9) }),
    aMessage("again", SAID, { channel: "work", at: daysAgo(2) }),
  );
  const { hits } = await ask();
  expect(hits.map(({ sources }) => sources.map(({ messageId }) => messageId))).toEqual([
    ["again", "first"],
  ]);
});

test("of a message said often no more than three places are named", async () => {
  await scene.say(...[1, 2, 3, 4, 5].map((day) => aMessage(`m${day}`, SAID, { at: daysAgo(day) })));
  const { hits } = await ask();
  expect(hits.map(({ sources }) => sources.length)).toEqual([3]);
});

test("a fact stands for a summary of a whole conversation that only repeats it, and names its message", async () => {
  const around = ["m1", "m2", "m3", "m4"].map(span);
  await scene.remember(
    aMemory("fact", "Ana keeps the spare key under the blue pot", {
      subject: "ana",
      evidence: [span("m3")],
      confidence: 0.5,
    }),
    aMemory("episode", "Ana keeps the spare key under the blue pot", {
      kind: "episode",
      subject: "ana",
      evidence: around,
    }),
  );
  const { hits } = await ask();
  expect(hits.map((hit) => hit.id)).toEqual(["fact"]);
  expect(hits[0]?.sources.map(({ messageId }) => messageId)).toEqual(["m3"]);
});

test("a summary that repeats nothing names those of its messages that answer best", async () => {
  await scene.say(
    aMessage("m1", "Good morning to you"),
    aMessage("m2", "Lunch was late again"),
    aMessage("m3", SAID),
    aMessage("m4", "See you tomorrow then"),
  );
  await scene.remember(
    aMemory("episode", "A talk about the house, lunch and where the spare key is kept", {
      kind: "episode",
      evidence: ["m1", "m2", "m3", "m4"].map(span),
    }),
  );
  const { hits } = await search(
    { viewer: host, query: "Where is the spare key?", over: "memories" },
    scene.deps,
  );
  expect(hits.map((hit) => hit.id)).toEqual(["episode"]);
  expect(hits[0]?.sources).toHaveLength(3);
});
