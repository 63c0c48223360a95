// Random lives of three tenants whose names are alike, on every way to the engine, against a model of a few lines.
// A failure prints the seed and the commands; the long run also finds the shortest list of them that shows it.

import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type Command, PEOPLE, WORDS } from "./engine-model.ts";
import { walk } from "./engine-walk.ts";
import { ways } from "./engine-ways.ts";
import { count, isLong } from "./proof-run.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const RUNS = isLong() ? 300 : 8;
const COMMANDS = isLong() ? 60 : 40;
const SEED = Number(process.env["MNEME_PROOF_SEED"] ?? 20260501);

const TYPES = [
  ...["remember", "remember", "remember", "edit", "forget", "restore", "pin"],
  ...["erase", "list", "get", "foreign", "search", "search", "restart"],
] as const;

const command = fc.record({
  type: fc.constantFrom(...TYPES),
  tenant: fc.nat(2),
  nth: fc.nat(30),
  word: fc.constantFrom(...WORDS),
  person: fc.nat(PEOPLE.length - 1),
}) as fc.Arbitrary<Command>;

const lives = fc.array(command, { minLength: COMMANDS / 2, maxLength: COMMANDS, size: "max" });

test.each(ways())(
  "%s does what the model does, whatever is asked in whatever order",
  async (name, open) => {
    let commands = 0;
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        commands += life.length;
        await walk(life, open);
      }),
      // Shrinking walks a life many times over; the seed alone is enough to do that by hand.
      { numRuns: RUNS, seed: SEED, endOnFailure: !isLong() },
    );
    count("properties", { [`commands on ${name}`]: commands });
  },
);

test("one life leaves one trace: twice the same way, and on every other way", async () => {
  const sampled = fc.sample(lives, { numRuns: isLong() ? 30 : 2, seed: SEED });
  for (const life of sampled) {
    const traces: string[] = [];
    for (const [, open] of ways()) traces.push(await walk(life, open), await walk(life, open));
    expect(new Set(traces).size, JSON.stringify(life)).toBe(1);
  }
});
