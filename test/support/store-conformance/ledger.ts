// Tokens are reserved before they are spent, and no crowd of callers passes a budget together.

import { expect, test } from "vitest";
import type { LedgerEntry } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { TENANT } from "./samples.ts";

const entry = (fields: Partial<LedgerEntry> = {}): LedgerEntry => ({
  tenant: TENANT,
  day: "2026-05-01",
  user: "u1",
  model: "fast",
  ...fields,
});

export const ledgerCases: Cases = (store) => {
  test("twenty parallel reservations never pass the tenant's budget", async () => {
    const budget = { tenant: 100, user: 1000 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store().ledger.reserve(entry({ user: `u${n}`, model: `m${n % 3}` }), 15, budget),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
  });

  test("twenty parallel reservations never pass a user's budget, and leave room for others", async () => {
    const budget = { tenant: 1000, user: 100 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store().ledger.reserve(entry({ model: `m${n % 3}` }), 15, budget),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
    expect(await store().ledger.reserve(entry({ user: "u2" }), 100, budget)).toBe(true);
  });

  test("a budget is passed by nothing, and exactly reached by what fits", async () => {
    const budget = { tenant: 10, user: 10 };
    expect(await store().ledger.reserve(entry(), 11, budget)).toBe(false);
    expect(await store().ledger.reserve(entry(), 10, budget)).toBe(true);
    expect(await store().ledger.reserve(entry(), 1, budget)).toBe(false);
    expect(await store().ledger.reserve(entry({ day: "2026-05-02" }), 10, budget)).toBe(true);
  });

  test("what was reserved and not used is free again", async () => {
    const budget = { tenant: 100, user: 100 };
    await store().ledger.reserve(entry(), 100, budget);
    await store().ledger.settle(entry(), 100, { input: 20, output: 10 });
    expect(await store().ledger.reserve(entry(), 71, budget)).toBe(false);
    expect(await store().ledger.reserve(entry(), 70, budget)).toBe(true);
  });

  test("the ledger lists use by day, user and model", async () => {
    const budget = { tenant: 1000, user: 1000 };
    for (const model of ["fast", "deep", "fast"]) {
      await store().ledger.reserve(entry({ model }), 10, budget);
      await store().ledger.settle(entry({ model }), 10, { input: 3, output: 2 });
    }
    expect(await store().ledger.list(TENANT)).toEqual([
      { ...entry({ model: "deep" }), input: 3, output: 2, calls: 1 },
      { ...entry({ model: "fast" }), input: 6, output: 4, calls: 2 },
    ]);
  });

  test("work that serves nobody counts for the tenant alone", async () => {
    const budget = { tenant: 100, user: 1 };
    expect(await store().ledger.reserve(entry({ user: "" }), 100, budget)).toBe(true);
    expect(await store().ledger.reserve(entry({ user: "" }), 1, budget)).toBe(false);
  });
};
