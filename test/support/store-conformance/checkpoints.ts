// The saved state of a supervisor: whatever JSON it is, it comes back the same, one for each user and thread.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cases } from "./describe-store.ts";
import { at, refusal, TENANT } from "./samples.ts";

const key = (thread = "t1", user = "u1") => ({ tenant: TENANT, user, thread });

const BAD: readonly (readonly [string, () => unknown])[] = [
  ["undefined", () => undefined],
  ["a function", () => () => 1],
  ["a big integer", () => ({ n: 1n })],
  [
    "a circle",
    () => {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      return circle;
    },
  ],
  ["a prototype key", () => JSON.parse('{"__proto__":{"admin":true}}')],
  ["a constructor key", () => ({ deep: [{ constructor: { prototype: {} } }] })],
  ["nesting without end", () => nested(200_000)],
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

export const checkpointCases: Cases = (store) => {
  describe("JSON", () => {
    test.each<[string, unknown]>([
      ["null", null],
      ["false", false],
      ["zero", 0],
      ["an empty text", ""],
      ["an empty list", []],
      ["text of all kinds", "\u0000 \ud83c\udf75 \u7dd1\u8336 \\ \" ' \u2028 \ud800 %_"],
      ["numbers of all sizes", [1e308, 5e-324, 2 ** 53, -1.5, 0.1 + 0.2]],
      [
        "keys of all kinds",
        { "": 1, "a.b": 2, "\u0000": 3, toString: 4, "\u00e9": 5, "e\u0301": 6 },
      ],
      ["a hundred levels", nested(100)],
    ])("of %s comes back the same", async (_what, data) => {
      await store().checkpoints.save(key(), data, at(0));
      expect((await store().checkpoints.load(key()))?.data).toEqual(data);
    });

    test("of any shape comes back the same", async () => {
      const samples = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 60, seed: 5 });
      const sent = samples.map((data) => JSON.stringify(data)).filter(isPlain);
      for (const [n, written] of sent.entries()) {
        await store().checkpoints.save(key(`t${n}`), JSON.parse(written), at(0));
        const loaded = await store().checkpoints.load(key(`t${n}`));
        expect(JSON.stringify(loaded?.data)).toBe(written);
      }
    });

    test.each(BAD)("that is %s is refused, and the one before it stays", async (_what, bad) => {
      await store().checkpoints.save(key(), { step: 1 }, at(0));
      const saving = store().checkpoints.save(key(), bad(), at(1));
      await expect(saving).rejects.toMatchObject(refusal("invalid_input"));
      expect(await store().checkpoints.load(key())).toMatchObject({
        data: { step: 1 },
        updatedAt: at(0),
      });
      expect(Reflect.get({}, "admin")).toBeUndefined();
    });

    test("of a megabyte is saved and loaded in less than two seconds", async () => {
      const data = { messages: Array.from({ length: 10_000 }, (_, n) => `${n} ${"x".repeat(95)}`) };
      const started = performance.now();
      await store().checkpoints.save(key(), data, at(0));
      expect((await store().checkpoints.load(key()))?.data).toEqual(data);
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });

  test("saving again replaces the data and keeps when it began", async () => {
    await store().checkpoints.save(key(), { step: 1 }, at(0));
    await store().checkpoints.save(key(), { step: 2 }, at(5));
    const saved = { ...key(), data: { step: 2 }, createdAt: at(0), updatedAt: at(5) };
    expect(await store().checkpoints.load(key())).toEqual(saved);
    expect(await store().checkpoints.list(TENANT, "u1")).toEqual([saved]);
  });

  test("users and threads are kept apart, and listed newest first", async () => {
    const threads = ["t", "T", "t%", "t_", ""];
    for (const [n, thread] of threads.entries())
      await store().checkpoints.save(key(thread), thread, at(n));
    await store().checkpoints.save(key("t", "u2"), "other", at(0));
    for (const thread of threads)
      expect((await store().checkpoints.load(key(thread)))?.data).toBe(thread);
    const listed = await store().checkpoints.list(TENANT, "u1");
    expect(listed.map((checkpoint) => checkpoint.thread)).toEqual([...threads].reverse());
  });

  test("deleting ends one and says whether there was one", async () => {
    await store().checkpoints.save(key("t1"), 1, at(0));
    await store().checkpoints.save(key("t2"), 2, at(0));
    expect(await store().checkpoints.delete(key("t1"))).toBe(true);
    expect(await store().checkpoints.delete(key("t1"))).toBe(false);
    expect(await store().checkpoints.load(key("t1"))).toBeUndefined();
    expect(await store().checkpoints.list(TENANT, "u1")).toHaveLength(1);
  });

  test("of many savers at once the last one stands, whole", async () => {
    const saves = Array.from({ length: 10 }, (_, n) =>
      store().checkpoints.save(key(), { writer: n, again: n }, at(n)),
    );
    await Promise.all(saves);
    const data = (await store().checkpoints.load(key()))?.data;
    expect(data).toEqual({ writer: Reflect.get(Object(data), "again"), again: expect.any(Number) });
  });
};

/** The store refuses these keys by rule, so they cannot be part of what comes back. */
function isPlain(written: string): boolean {
  return !/"(__proto__|constructor|prototype)":/.test(written);
}
