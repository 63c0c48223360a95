// Ninety days with every job on its schedule, twice: the store stays small and clean, and comes out the same.
// The full size, with 20,000 messages, is `npm run eval -- simulate`.

import { expect, test } from "vitest";
import { type Health, healthOf } from "../../bench/simulation/health.ts";
import { START, simulate } from "../../bench/simulation/ninety-days.ts";
import { stateHash } from "../../src/curate/vault-file.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";

/** As dense as the full size for each person, with fewer of them: the days, and so the nights, are all there. */
const SIMULATION = { seed: 7, tenants: 2, users: 10, messages: 400, days: 90 };

async function run(): Promise<Readonly<{ health: Health; hash: string }>> {
  const clock = { now: START };
  const now = () => new Date(clock.now);
  const store = await openSqliteStore({
    path: ":memory:",
    durability: "normal",
    keepsFiles: false,
    now,
  });
  const deps = await simulate(SIMULATION, store, clock);
  const outcome = { health: await healthOf(deps), hash: await stateHash(store) };
  await store.close();
  return outcome;
}

test("ninety days of talk end small, clean and the same each time", {
  timeout: 400_000,
}, async () => {
  const first = await run();
  expect(first.health.mostFacts).toBeGreaterThan(5);
  expect(first.health.duplicates).toEqual([]);
  expect(first.health.unsourced).toEqual([]);
  expect(first.health.deadJobs).toBe(0);
  expect(first.health.mostFacts).toBeLessThanOrEqual(80);
  expect(first.health.mostTraits).toBeLessThanOrEqual(80);
  expect((await run()).hash).toBe(first.hash);
});
