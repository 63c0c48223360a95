// How many messages a second one process listens to, reading each for facts. Printed, never asserted: machines differ.

import { expect, test } from "vitest";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { openDesk } from "../support/write-fixtures.ts";

const MESSAGES = 2_000;
const PEOPLE = ["Ana", "Ben", "Chloe", "Dev", "Eva", "Farid", "Gita", "Hugo"];
const CITIES = ["Lisbon", "Porto", "Berlin", "Oslo", "Kyoto", "Quito", "Accra", "Turin"];
const THINGS = ["green tea", "climbing", "jazz", "chess", "sourdough", "kayaking", "sailing"];
const pick = (from: readonly string[], i: number) => from[i % from.length] ?? "";

const LINES: readonly ((i: number) => string)[] = [
  (i) => `I really like ${pick(THINGS, i)} these days`,
  (i) => `I moved to ${pick(CITIES, i)} last week`,
  () => "lol yeah totally",
  (i) => `My sister works as a nurse in ${pick(CITIES, i * 3)}`,
  (i) => `did anyone see match number ${i}?`,
  (i) => `I have ${(i % 9) + 2} cats and they all hate ${pick(THINGS, i * 5)}`,
  (i) => `ok see you at ${(i % 12) + 1}`,
  (i) =>
    `I started learning ${pick(THINGS, i * 7)} with my friend ${pick(PEOPLE, i * 3)}. It is hard.`,
  () => "the build is broken again, anyone looking?",
];

test("messages a second", { timeout: 240_000 }, async () => {
  const desk = await openDesk({ extractor: builtinExtractor() });
  const hear = (i: number) =>
    desk.hear((LINES[(i * 7 + (i >> 3)) % LINES.length] ?? (() => ""))(i), {
      channel: `c${i % 4}`,
      author: { id: `u${i % 8}`, name: pick(PEOPLE, i), isBot: false },
    });
  for (let i = 0; i < 200; i++) await hear(i);
  const wall = performance.now();
  const cpu = process.cpuUsage();
  for (let i = 200; i < 200 + MESSAGES; i++) await hear(i);
  const { user, system } = process.cpuUsage(cpu);
  const aSecond = (ms: number) => Math.round((MESSAGES * 1_000) / ms);
  process.stdout.write(
    `listen: ${aSecond(performance.now() - wall)} messages/s, ${aSecond((user + system) / 1_000)} by CPU time\n`,
  );
  expect((await desk.all()).length).toBeGreaterThan(0);
});
