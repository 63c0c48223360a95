// Many lines in one call (V6): each is judged alone, all of them are stored or none.

import { expect, test } from "vitest";
import { testEngine, untyped } from "../support/engine.ts";

const tenant = "acme";

const PLACES = ["harbour", "orchard", "library", "bakery", "station", "museum", "castle", "market"];
const THINGS = ["lamp", "bench", "window", "ladder", "fountain", "clock"];
const notes = PLACES.flatMap((place) =>
  THINGS.map((thing) => ({
    kind: "log" as const,
    text: `The ${thing} beside the ${place} was painted green.`,
  })),
);

test("the good lines are stored, and each of the others says why not", async () => {
  const { memory } = await testEngine();
  const { receipts } = await memory.rememberMany({
    tenant,
    origin: "operator",
    lines: [
      { kind: "canon", text: "The crew lives on a boat called Meridian" },
      { kind: "canon", text: "x".repeat(1300) },
      { kind: "rule", text: "Deploy only on weekdays." },
      { kind: "rule", text: "Deploy before noon.", evidence: ["said so in the meeting"] },
      { tier: "log", text: "A visitor came by at noon" },
      { kind: "log", text: "The key is AKIAIOSFODNN7EXAMPLE, keep it." },
    ],
  });
  expect(receipts.map(({ stored, dropped }) => [stored.length, dropped[0]?.reason])).toEqual([
    [1, undefined],
    [0, "too_long"],
    [0, "A rule needs at least one piece of evidence."],
    [1, undefined],
    [0, "log_tier"],
    [expect.any(Number), receipts[5]?.dropped[0]?.reason],
  ]);
  expect(JSON.stringify([receipts, await memory.list({ tenant })])).not.toContain("AKIAIOSFODNN7");
});

test("a line that repeats another of the same call is one memory, however far apart they are", async () => {
  const { memory } = await testEngine();
  const facts = notes.map(({ text }) => ({ kind: "fact" as const, text, subject: "town" }));
  const again = { kind: "fact" as const, text: facts[3]?.text ?? "", subject: "town" };
  const { receipts } = await memory.rememberMany({ tenant, lines: [...facts, again] });
  expect(receipts.slice(0, -1).every(({ stored }) => stored.length === 1)).toBe(true);
  const first = receipts[3]?.stored[0]?.id;
  expect(receipts.at(-1)?.merged).toMatchObject([{ id: first, how: "touched" }]);
  expect(await memory.list({ tenant, limit: 100 })).toHaveLength(facts.length);
});

test("a line that denies another of the same call ends it", async () => {
  const { memory } = await testEngine();
  const { receipts } = await memory.rememberMany({
    tenant,
    user: "u1",
    lines: [
      { kind: "fact", text: "Ana lives in Porto." },
      { kind: "fact", text: "Ana lives in Lisbon." },
    ],
  });
  expect(receipts[1]?.stored[0]?.replaced).toBe(receipts[0]?.stored[0]?.id);
  const living = await memory.list({ tenant });
  expect(living.map(({ text }) => text)).toEqual(["Ana lives in Lisbon."]);
});

test("a long list is found at once, and tied to its neighbours by the next round of work", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const { receipts } = await memory.rememberMany({ tenant, lines: notes });
  expect(receipts.every(({ stored }) => stored.length === 1)).toBe(true);
  const { hits } = await memory.search({ tenant, query: "the ladder beside the museum" });
  expect(hits[0]?.text).toBe("The ladder beside the museum was painted green.");
  const edges = async () => (await memory.admin.graph({ tenant })).edges;
  expect(await edges()).toEqual([]);
  await memory.drain();
  const drawn = await edges();
  expect(drawn.length).toBeGreaterThanOrEqual(notes.length);
  const pairs = drawn.map(({ from, to }) => [from, to].toSorted().join(" "));
  expect(new Set(pairs).size).toBe(pairs.length);
});

test("lines that come one by one are tied to each other as those of a list are", async () => {
  const { memory } = await testEngine({ upkeep: false });
  for (const note of notes.slice(0, 3)) await memory.remember({ tenant, ...note });
  expect((await memory.admin.graph({ tenant })).edges).toEqual([]);
  await memory.drain();
  const drawn = (await memory.admin.graph({ tenant })).edges;
  expect(drawn).toHaveLength(3);
  await memory.drain();
  expect((await memory.admin.graph({ tenant })).edges).toEqual(drawn);
});

test("one line that cannot be read refuses the call, and nothing of it is stored", async () => {
  const { memory } = await testEngine();
  const lines = [notes[0], { kind: "log", text: "" }, { kind: "log", text: "x", user: "u1" }];
  await expect(memory.rememberMany(untyped({ tenant, lines }))).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await memory.list({ tenant })).toEqual([]);
});

test("all of a call is one revision of its thread", async () => {
  const { memory } = await testEngine();
  await memory.rememberMany({ tenant, thread: "t1", lines: notes.slice(0, 5) });
  expect(await memory.admin.delta({ tenant, thread: "t1", since: 0 })).toMatchObject({
    revision: 1,
  });
});
