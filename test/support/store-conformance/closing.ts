// A closed store says so, and closing it again is no error.

import { expect, test } from "vitest";
import type { Cases } from "./describe-store.ts";
import { at, commit, create, host, NOW, refusal, TENANT } from "./samples.ts";

export const closingCases: Cases = (store) => {
  test("after it is closed every call is refused as closed", async () => {
    await commit(store(), create());
    await store().close();
    const calls = [
      () => commit(store(), create({ id: "m2" })),
      () => store().memories.get(host, "m1", NOW),
      () => store().jobs.list(TENANT, { states: [], limit: 1 }),
      () => store().checkpoints.save({ tenant: TENANT, user: "u", thread: "t" }, 1, at(0)),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refusal("closed"));
  });

  test("closing twice is closing once", async () => {
    await store().close();
    await expect(store().close()).resolves.toBeUndefined();
  });
};
