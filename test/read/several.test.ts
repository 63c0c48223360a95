// A question for several things is answered from several conversations.

import { afterEach, beforeEach, expect, test } from "vitest";
import { asksForSeveral } from "../../src/read/answer-kind.ts";
import { search } from "../../src/read/recall.ts";
import { aMessage, daysAgo, host, openScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

test.each([
  ["Which instruments does Bo play?", true],
  ["What kind of music does Bo play?", true],
  ["What board games has Bo played?", true],
  ["How many races has Bo run?", true],
  ["What does Bo do on Sundays?", false],
  ["What was the address of the clinic?", false],
  ["Where is the key of the house?", false],
  ["What is his glass made of?", false],
])("%s: %s", (question, several) => {
  expect(asksForSeveral(question)).toBe(several);
});

const SAID = [
  "I play the cello in the town orchestra, my instrument since school",
  "The orchestra and I play the cello as an instrument every Monday",
  "To play a cello one needs time for the instrument and the orchestra",
  "We play in the orchestra, each one an instrument, mine is the cello",
  "My instrument for the orchestra, the cello, is fun to play outside",
];
const LATER = "On holiday I tried to play another instrument, the ukulele";

async function placeOfLater(query: string): Promise<number> {
  const { hits } = await search({ viewer: host, query, strict: false }, scene.deps);
  return hits.findIndex(({ id }) => id === "later");
}

test("what another conversation tells comes before more lines of the first", async () => {
  const bo = { id: "bo", name: "Bo", isBot: false };
  await scene.say(
    ...SAID.map((text, at) => aMessage(`m${at}`, text, { author: bo, at: daysAgo(60) })),
    aMessage("later", LATER, { author: bo, at: daysAgo(59) }),
  );
  const [one, several] = [
    await placeOfLater("Bo can play an instrument, which is it?"),
    await placeOfLater("Bo can play instruments, which instruments?"),
  ];
  const longer = await placeOfLater(
    "Which instruments can Bo play outside with the town orchestra since school every Monday?",
  );
  expect(one).toBeGreaterThan(3);
  expect(several).toBe(3);
  expect(longer).toBeGreaterThan(3);
});
