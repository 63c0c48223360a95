// Which lines are a program's noise: the vault refuses them, a note may hold them.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNoise } from "../../src/write/stages/gate.ts";
import { type Desk, note, openDesk } from "../support/write-fixtures.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.store.close());

describe("noise is", () => {
  test.each([
    "tick marker",
    "loop tick 7",
    "tick 7",
    "loop tick  7",
    "Scheduler ticks #12 passed",
    "burst tick number",
    "the runtime status follows",
    "runtime snapshot of the host",
    "routine check passed",
    "a periodic ping came",
    "scheduled check-in passed",
    "scheduled checkin passed",
    "Check-in complete",
    "checkins: three",
    "check-in 44",
    "check-in #44",
    "the last check-in",
    "heartbeat seen",
    "two heart-beats seen",
    "no changes",
    "no changes.  ",
    "no changes  since",
    "without new changes since.",
    "no change detected!",
    "no new changes to report",
    "nothing to report",
    "nothing new to report today",
    "status unchanged",
    "the status is unchanged",
    "an ephemeral line",
    "The check-in desk is upstairs.",
    "They made no changes,really",
    "No changes are made on Fridays.",
  ])("`%s`", async (text) => {
    expect(isNoise(text)).toBe(true);
    expect(await desk.remember([note({ kind: "canon", text })])).toMatchObject([
      { type: "dropped", stage: "gate", reason: "journal_noise" },
    ]);
  });

  test.each([
    "The tick bit the dog.",
    "Ticks carry disease.",
    "Five lipsticks 5 euros each.",
    "They made known changes, really.",
    "The runtime is written in C.",
    "A routine operation at the hospital.",
    "Guests check in at noon.",
    "The heart beats.",
    "Change without new people is hard.",
    "Nothing new is reported by Ana.",
    "Her status is unclear.",
    "Ephemera are kept in the attic.",
  ])("not `%s`", (text) => {
    expect(isNoise(text)).toBe(false);
  });

  test("no reason to refuse a note", async () => {
    const [outcome] = await desk.remember([note({ text: "heartbeat seen" })]);
    expect(outcome?.type).toBe("stored");
  });
});
