// Facts that differ only in their numbers are different facts: none of them ends or swallows another, however it comes in.

import { expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";
const SUBJECTS = ["plant", "depot", "lab"];

const JOBS = ["nightly", "consolidate", "insights", "merge-volatile", "archive", "forget"];

const SHAPES: readonly (readonly [string, (n: number) => string])[] = [
  ["a count each", (n) => `Unit ${n + 10} has ${(n % 7) + 2} sensors.`],
  ["one number each", (n) => `Cabinet ${n + 10} has a broken hinge.`],
  ["a time each", (n) => `Bus ${n + 100} leaves at ${6 + (n % 14)}:${10 + (n % 50)}.`],
  ["a price each", (n) => `The price of part ${n + 300} is ${n * 3 + 20} euros.`],
  ["a date each", (n) => `Invoice ${n + 40} is due on ${(n % 28) + 1} May.`],
  ["two numbers each", (n) => `Room ${n + 200} on floor ${n % 9} seats ${(n % 30) + 4} people.`],
  ["the count alone", (n) => `The robot has ${n + 3} wheels in its box.`],
  ["a number at the end", (n) => `Locker number ${n + 2} belongs to group ${(n % 6) + 1}.`],
];

async function active(memory: Awaited<ReturnType<typeof testEngine>>["memory"]) {
  const lines = await memory.list({ tenant, filter: { kinds: ["fact"] }, limit: 200 });
  return lines.map(({ text }) => text).sort();
}

const facts = (told: (n: number) => string) =>
  Array.from({ length: 90 }, (_, n) => ({ text: told(n), subject: SUBJECTS[n % 3] ?? "" }));

test.each(SHAPES)("%s: told one by one, all stay, and upkeep leaves them", async (_what, told) => {
  const { memory } = await testEngine();
  const all = facts(told);
  for (const fact of all) await memory.remember({ tenant, kind: "fact", ...fact });
  const texts = all.map(({ text }) => text).sort();
  expect(await active(memory)).toEqual(texts);
  for (const job of JOBS) await memory.runJob({ name: job, tenant });
  expect(await active(memory)).toEqual(texts);
});

test.each(SHAPES)("%s: told in one call, all stay", async (_what, told) => {
  const { memory } = await testEngine();
  const lines = facts(told).map((fact) => ({ kind: "fact" as const, ...fact }));
  await memory.rememberMany({ tenant, lines });
  expect(await active(memory)).toEqual(lines.map(({ text }) => text).sort());
});

test("said in talk, each stays", async () => {
  const { memory } = await testEngine();
  const said = Array.from({ length: 90 }, (_, n) => ({
    tenant,
    channel: "works",
    id: `m${n}`,
    at: new Date(Date.UTC(2026, 3, 1, 10, n)),
    author: { id: SUBJECTS[n % 3] ?? "", name: ["Ana", "Ben", "Caro"][n % 3] ?? "" },
    text: `I own locker ${n + 20} and it has ${(n % 7) + 2} shelves`,
  }));
  const receipts = await memory.ingestMany(said);
  const stored = receipts.flatMap(({ stored }) => stored);
  expect(stored).toHaveLength(90);
  const lines = await memory.list({ tenant, filter: { kinds: ["fact"] }, limit: 200 });
  expect(lines).toHaveLength(90);
});
