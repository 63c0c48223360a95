// When recall says that the caller should ask again.

import { afterEach, beforeEach, expect, test } from "vitest";
import { search } from "../../src/read/recall.ts";
import { aMemory, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const ask = (query: string, limit = 10) =>
  search({ viewer: host, query, limit, over: "memories", strict: false }, scene.deps);

test("a lone line about something else is no answer", async () => {
  await scene.remember(aMemory("m1", "The printer on the third floor is out of toner"));
  const result = await ask("favourite opera singer of Marguerite");
  expect(result.hits).toHaveLength(1);
  expect(result.unsure).toBe(true);
  expect(result.confidence).toBeLessThan(0.1);
});

test("one line that is handed out alone is surer where nothing else is like it", async () => {
  await scene.remember(aMemory("best", "Ana plays the cello in the city orchestra"));
  const alone = await ask("Which instrument does Ana play in the orchestra?");
  await scene.remember(
    ...["viola", "flute", "harp", "horn", "oboe"].map((instrument) =>
      aMemory(instrument, `Ana heard the ${instrument} play in the orchestra`),
    ),
  );
  const crowded = await ask("Which instrument does Ana play in the orchestra?", 1);
  expect(crowded.hits).toHaveLength(1);
  expect(crowded.confidence).toBeLessThan(alone.confidence);
});

test("how many hits are asked for does not make the first one stand out more", async () => {
  await scene.remember(
    ...["cello", "viola", "flute", "harp", "horn", "oboe"].map((instrument) =>
      aMemory(instrument, `Ana heard the ${instrument} play in the orchestra`),
    ),
  );
  const query = "Which instrument does Ana hear in the orchestra?";
  const [one, ten] = [await ask(query, 1), await ask(query, 10)];
  expect(one.hits).toHaveLength(1);
  expect(one.confidence).toBeLessThanOrEqual(ten.confidence);
});

test("nothing found gives no confidence at all", async () => {
  const result = await ask("Where does Ana live?");
  expect(result).toMatchObject({ hits: [], confidence: 0, unsure: true });
});
