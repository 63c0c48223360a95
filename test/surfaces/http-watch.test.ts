// What the event stream is fed with: each line once, in order, and a word when some could not be told.

import { expect, onTestFinished, test } from "vitest";
import type { Activity } from "../../src/model/audit.ts";
import { type Seen, watchActivities } from "../../src/surfaces/http/event-stream.ts";

const line = (op: string): Activity => ({
  ...{ tenant: "acme", at: "2026-05-01T10:00:00.000Z", node: "hotpath", status: "ok" },
  op,
});

/** A log of the newest lines, as the engine would show it, and what a watcher made of it. */
function watched(everyMs = 5) {
  const log: Activity[] = [];
  const seen: Seen[] = [];
  const looks = { count: 0 };
  const engine = {
    admin: {
      events: async ({ limit = 100 }) => {
        looks.count += 1;
        return { events: log.slice(0, limit), counts: [] };
      },
    },
  };
  const watch = watchActivities({ engine, everyMs, failed: () => undefined });
  onTestFinished(() => watch.close());
  const stop = watch.subscribe({ tenant: "acme" }, (one) => seen.push(one));
  const looked = async () => {
    const before = looks.count;
    await expect.poll(() => looks.count, { interval: 5 }).toBeGreaterThan(before + 1);
  };
  const happens = async (...ops: string[]) => {
    log.unshift(...ops.toReversed().map(line));
    await looked();
  };
  const told = () =>
    seen.flatMap((one) =>
      one.type === "resync" ? ["resync"] : one.activities.map(({ op }) => op),
    );
  return { log, seen, looks, stop, looked, happens, told, watch };
}

test("what was there before is not told; what happens then is, oldest first", async () => {
  const { log, looked, happens, told } = watched();
  log.push(line("before"));
  await looked();
  await happens("a", "b");
  await happens("c");
  expect(told()).toEqual(["a", "b", "c"]);
});

test("equal lines one after another are each told once", async () => {
  const { looked, happens, told } = watched();
  await looked();
  await happens("same");
  await happens("same", "same");
  expect(told()).toEqual(["same", "same", "same"]);
});

test("more than can be looked at in one go is a reason to look again from the start", async () => {
  const { looked, happens, told } = watched();
  await happens("first");
  await looked();
  await happens(...Array.from({ length: 201 }, (_, n) => `n${n}`));
  expect(told().at(-1)).toBe("resync");
});

test("nobody looks any more once the last listener is gone", async () => {
  const { looked, looks, stop } = watched();
  await looked();
  stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const after = looks.count;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(looks.count).toBe(after);
});
