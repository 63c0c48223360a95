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

test("a note that repeats the words of its own message but for its opening is handed out once", async () => {
  const evidence = [span("m3")];
  await scene.remember(
    aMemory("note", 'Ana: "the spare key is under the blue pot"', { kind: "log", evidence }),
    aMemory("fact", 'Ana: "Remember: the spare key is under the blue pot"', { evidence }),
    aMemory(
      "other",
      'Ana: "the spare key is under the blue pot, next to the rake and the old green bucket"',
      {
        evidence,
      },
    ),
  );
  const { hits } = await search({ viewer: host, query: "spare key", over: "memories" }, scene.deps);
  expect(hits.filter(({ id }) => id !== "other")).toHaveLength(1);
  expect(hits.map(({ id }) => id)).toContain("other");
});

test("a summary of clauses that all stand in lines above it is left out, with one new clause it stays", async () => {
  const quoted = (id: string, said: string, messageId: string) =>
    aMemory(id, `Ana: "${said}"`, { subject: "ana", evidence: [span(messageId)] });
  const told = (id: string, said: readonly string[]) =>
    aMemory(id, `Ana: ${said.map((one) => `"${one}"`).join(" ")}`, {
      kind: "episode",
      evidence: ["m1", "m2", "m3"].map(span),
      confidence: 0.3,
    });
  const key = "The spare key is under the blue pot";
  const shed = "The spare key of the shed hangs on a nail";
  await scene.remember(
    quoted("pot", key, "m1"),
    quoted("shed", shed, "m2"),
    told("same", [key, shed]),
    told("more", [key, "The neighbour has a spare key for emergencies as well"]),
  );
  const { hits } = await search({ viewer: host, query: "spare key", over: "memories" }, scene.deps);
  const ids = hits.map(({ id }) => id);
  expect(ids).toContain("more");
  expect(ids).not.toContain("same");
});
