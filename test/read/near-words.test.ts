// A line whose words are near to the question's stands above one that is only about the same person.

import { afterEach, beforeEach, expect, test } from "vitest";
import { wordVectorsNow } from "../../src/models/builtin/embedder.ts";
import { nearWords } from "../../src/read/near-words.ts";
import { search } from "../../src/read/recall.ts";
import { aMessage, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const NOBODY: ReadonlySet<string> = new Set();

function shareOf(question: string, ...texts: readonly string[]): number {
  const near = nearWords({ question, nameStems: NOBODY }, wordVectorsNow);
  return near.share(texts.map(near.nearest));
}

test("each word of the question counts with the nearest word of the text", () => {
  const question = "Which car does she drive?";
  expect(shareOf(question, "Which car does she drive")).toBeCloseTo(1, 4);
  expect(shareOf(question, "Her vehicle is a truck")).toBeGreaterThan(
    shareOf(question, "We cooked soup for lunch") + 0.1,
  );
});

test("two texts hold together what neither holds alone", () => {
  const question = "garden shed painting";
  const apart = Math.max(shareOf(question, "the garden shed"), shareOf(question, "painting"));
  expect(shareOf(question, "the garden shed", "painting")).toBeGreaterThan(apart + 0.1);
});

test("a question without words is near to nothing", () => {
  expect(shareOf("?!", "anything at all")).toBe(0);
});

test("the name of somebody who speaks is no word of the question", () => {
  const near = nearWords(
    { question: "Where does Ana live?", nameStems: new Set(["ana"]) },
    wordVectorsNow,
  );
  const alone = nearWords({ question: "Where does live?", nameStems: NOBODY }, wordVectorsNow);
  const text = "Ana went to the market";
  expect(near.share([near.nearest(text)])).toBe(alone.share([alone.nearest(text)]));
});

test("a reply to what somebody asked is lifted by how near the question was", async () => {
  const bo = { author: { id: "bo", name: "Bo", isBot: false } };
  await scene.say(
    aMessage("asks", "What instrument do you play?", { channel: "a" }),
    aMessage("reply", "The cello, since I was nine", { channel: "a", ...bo }),
    aMessage("states", "My instrument is in repair", { channel: "b" }),
    aMessage("other", "Mine broke last year", { channel: "b", ...bo }),
  );
  const { hits } = await search(
    { viewer: host, query: "Which instrument does Bo play?", strict: false },
    scene.deps,
  );
  const parts = new Map(hits.map((hit) => [hit.id, hit.parts]));
  expect(parts.get("reply")?.reply).toBeGreaterThan(0.5);
  expect(parts.get("other")?.reply).toBe(0);
  expect(hits[0]?.id).toBe("reply");
});
