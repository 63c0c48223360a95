// A turn counts for more in a stretch of talk that says what is asked; what is put to an assistant stands alone.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewMessage } from "../../src/model/message.ts";
import { search } from "../../src/read/recall.ts";
import { aMemory, aMessage, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const bo = { author: { id: "bo", name: "Bo", isBot: false } };
const assistant: Partial<NewMessage> = {
  author: { id: "helper", name: "Helper", isBot: true },
  role: "assistant",
};

async function hitsFor(query: string) {
  const { hits } = await search({ viewer: host, query, strict: false }, scene.deps);
  return new Map(hits.map((hit) => [hit.id, hit]));
}

test("of two turns with the same words, the one in a talk about the question stands first", async () => {
  await scene.say(
    aMessage("garden", "We painted the shed in the garden", { channel: "a" }),
    aMessage("within", "It took the whole weekend", { channel: "a", ...bo }),
    aMessage("weather", "Rain again over here", { channel: "b" }),
    aMessage("without", "It took the whole weekend", {
      channel: "b",
      author: { id: "cy", name: "Cy", isBot: false },
    }),
  );
  const hits = await hitsFor("How long did painting the shed in the garden take?");
  expect(hits.get("within")?.parts.together).toBeGreaterThan(
    (hits.get("without")?.parts.together ?? 0) + 0.2,
  );
  expect(hits.get("within")?.score).toBeGreaterThan(hits.get("without")?.score ?? 0);
});

test("turns beyond an assistant's do not speak for a request", async () => {
  await scene.say(
    aMessage("first", "Plan the painting of the shed"),
    aMessage("reply", "The shed: sand it, then paint it twice.", assistant),
    aMessage("second", "And what about the garden?"),
  );
  const hits = await hitsFor("painting the shed in the garden");
  expect([...hits.values()].map(({ parts }) => parts.together)).toEqual([0, 0, 0]);
});

test("a memory that rests on no message is not outdone by talk that says less", async () => {
  await scene.say(
    aMessage("chat", "Lunch on the terrace, and then the shed?"),
    aMessage("nods", "The shed it is", bo),
  );
  await scene.remember(aMemory("fact", "The shed in the garden was painted green"));
  const [first] = (await hitsFor("Which colour was the shed in the garden painted?")).keys();
  expect(first).toBe("fact");
});

test.each([
  ["When did Bo move?", "I moved to the coast last spring", "I moved to the lovely coast"],
  ["How many boats has Bo?", "I have three boats there", "I have lovely boats there"],
  ["Who taught Bo to sail?", "It was Marta who taught sailing", "It was she who taught sailing"],
])("what is asked for by its kind: %s", async (question, holds, lacks) => {
  await scene.say(
    aMessage("before", "Tell me about moving and your boats, and who taught you to sail"),
    aMessage("holds", holds, bo),
    aMessage("lacks", lacks, bo),
  );
  const hits = await hitsFor(question);
  expect(hits.get("holds")?.parts.kind).toBe(1);
  expect(hits.get("lacks")?.parts.kind).toBe(0);
});
