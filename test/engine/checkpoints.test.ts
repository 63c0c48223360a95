// Checkpoints through the library: S16.

import { expect, test } from "vitest";
import { createMemory, moveCheckpoints } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { pgliteWithVector } from "../support/pglite.ts";

const at = "2026-05-01T10:00:00.000Z";

test("a checkpoint is saved, loaded, listed and deleted by user and thread (S16)", async () => {
  const {
    admin: { checkpoints },
  } = (await testEngine()).memory;
  const key = { tenant: "acme", user: "u1", thread: "t1" };
  const data = { graph: { node: "plan", steps: [1, 2, { deep: null }] }, talk: ["hi", "héllo 🙂"] };
  await checkpoints.save(key, data, at);
  await checkpoints.save({ ...key, thread: "t2" }, { other: true }, at);
  await checkpoints.save({ ...key, tenant: "acme-corp" }, { other: true }, at);
  expect((await checkpoints.load(key))?.data).toEqual(data);
  await checkpoints.save(key, { graph: "done" }, at);
  expect((await checkpoints.load(key))?.data).toEqual({ graph: "done" });
  expect((await checkpoints.list("acme", "u1")).map((one) => one.thread).sort()).toEqual([
    "t1",
    "t2",
  ]);
  expect(await checkpoints.delete(key)).toBe(true);
  expect(await checkpoints.load(key)).toBeUndefined();
});

test("moving checkpoints from memory to PostgreSQL loses nothing (S16)", async () => {
  const { memory } = await testEngine();
  for (let i = 0; i < 450; i++) {
    const key = { tenant: `t${i % 3}`, user: `u${i % 7}`, thread: `thread ${i}` };
    await memory.admin.checkpoints.save(key, { number: i, text: "x".repeat(i) }, at);
  }
  const { pool, close } = await pgliteWithVector();
  const there = await createMemory({ pool });
  try {
    expect(await moveCheckpoints(memory.admin.checkpoints, there.admin.checkpoints)).toBe(450);
    const loaded = await there.admin.checkpoints.load({
      tenant: "t2",
      user: "u1",
      thread: "thread 449",
    });
    expect(loaded?.data).toEqual({ number: 449, text: "x".repeat(449) });
    expect(await moveCheckpoints(memory.admin.checkpoints, there.admin.checkpoints)).toBe(450);
    expect(await there.admin.checkpoints.list("t0", "u0")).toHaveLength(22);
  } finally {
    await close();
  }
});
