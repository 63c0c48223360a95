// A question put to another person is no answer; a request to an assistant may be one.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewMessage } from "../../src/model/message.ts";
import { search } from "../../src/read/recall.ts";
import { aMessage, daysAgo, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const bo = { author: { id: "bo", name: "Bo", isBot: false } };
const namesake = { author: { id: "another-ana", name: "Ana", isBot: false } };
const assistant: Partial<NewMessage> = {
  author: { id: "helper", name: "Helper", isBot: true },
  role: "assistant",
};

async function partsOf(id: string) {
  const { hits } = await search(
    { viewer: host, query: "Which pottery class is on Monday?", over: "messages" },
    scene.deps,
  );
  return hits.find((hit) => hit.id === id)?.parts;
}

test("of two turns with the same words, the one that asks another person counts half", async () => {
  await scene.say(
    aMessage("asks", "The pottery class on Monday?", { channel: "a" }),
    aMessage("next", "No idea", { channel: "a", ...bo }),
    aMessage("says", "The pottery class on Monday!", { channel: "b", ...namesake }),
    aMessage("nods", "Oh good", { channel: "b", ...bo }),
  );
  const [asks, says] = [await partsOf("asks"), await partsOf("says")];
  expect(asks?.lexical).toBeCloseTo((says?.lexical ?? 0) / 2, 5);
  expect(asks?.semantic).toBeCloseTo((says?.semantic ?? 0) / 2, 1);
});

test("a turn loses only by the share of it that asks", async () => {
  await scene.say(
    aMessage("both", "The pottery class is on Monday. Coming along?", { at: daysAgo(1) }),
    aMessage("next", "Gladly", { at: daysAgo(1), ...bo }),
  );
  const parts = await partsOf("both");
  expect(parts?.semantic).toBeLessThan(1);
  expect(parts?.semantic).toBeGreaterThan(0.75);
});

test("what is asked of an assistant counts in full", async () => {
  await scene.say(
    aMessage("asks", "Can you move my pottery class on Monday?"),
    aMessage("next", "Done", assistant),
  );
  expect(await partsOf("asks")).toMatchObject({ lexical: 1, semantic: 1 });
});

test("a question that nothing is known to follow counts in full", async () => {
  await scene.say(aMessage("asks", "Which pottery class is on Monday?"));
  expect(await partsOf("asks")).toMatchObject({ lexical: 1, semantic: 1 });
});
