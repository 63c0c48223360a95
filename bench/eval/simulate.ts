// Ninety simulated days at full size: what the store looks like afterwards, and whether two runs agree.

import { stateHash } from "../../src/curate/vault-file.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { healthOf } from "../simulation/health.ts";
import { START, simulate } from "../simulation/ninety-days.ts";
import type { Evaluation } from "./evaluation.ts";

const SIMULATION = { seed: 7, tenants: 5, users: 40, messages: 20_000, days: 90 };

export const evaluate: Evaluation = async () => {
  const first = await run();
  const second = await run();
  const figures = { ...first, isRepeatable: first.hash === second.hash };
  const lines = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(14)} ${value}`);
  return { figures, text: ["ninety days, 20,000 messages, 40 users", ...lines].join("\n") };
};

async function run() {
  const clock = { now: START };
  const store = await openSqliteStore({
    path: ":memory:",
    durability: "normal",
    keepsFiles: false,
    now: () => new Date(clock.now),
  });
  const started = performance.now();
  const { duplicates, unsourced, ...health } = await healthOf(
    await simulate(SIMULATION, store, clock),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  const hash = await stateHash(store);
  await store.close();
  return {
    ...health,
    duplicates: duplicates.length,
    unsourced: unsourced.length,
    seconds,
    hash: hash.slice(0, 16),
  };
}
