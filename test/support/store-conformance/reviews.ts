// What waits for a person is decided once, and only as it was shown.

import { describe, expect, test } from "vitest";
import type { Review, ReviewAct } from "../../../src/model/review.ts";
import type { Cases } from "./describe-store.ts";
import { at, commit, create, host, ids, memory, NOW, refusal, review, TENANT } from "./samples.ts";

const decision = (fields: Partial<Review> = {}) =>
  ({
    type: "decide",
    review: review({ state: "approved", decidedAt: at(5), decidedBy: "operator", ...fields }),
  }) as const;

const propose = (fields: Partial<Review> = {}) =>
  ({ type: "propose", review: review(fields) }) as const;

const ACTS: readonly (readonly [string, ReviewAct])[] = [
  [
    "store",
    {
      type: "store",
      proposal: {
        ...memory(),
        provenance: { origins: ["document"], trust: 1 },
        evidence: [{ type: "statement", text: '\u7dd1\u8336 "quoted"' }],
      },
    },
  ],
  ["merge", { type: "merge", ids: ["m1", "m2"], text: "both" }],
  ["delete", { type: "delete", id: "m1" }],
];

export const reviewCases: Cases = (store) => {
  test.each(ACTS)("a proposal to %s comes back as it was proposed", async (_what, act) => {
    const whole = review({ act, user: "u1", field: "city", signals: 2 });
    await commit(store(), { type: "propose", review: whole });
    expect(await store().reviews.get(TENANT, "r1")).toEqual(JSON.parse(JSON.stringify(whole)));
  });

  describe("a decision", () => {
    test("is kept with who and when", async () => {
      await commit(store(), propose());
      await commit(store(), decision());
      expect(await store().reviews.get(TENANT, "r1")).toEqual(decision().review);
      expect(await store().reviews.pendingByHash(TENANT, "hash-1")).toBeUndefined();
    });

    test.each(["approved", "rejected", "lapsed"] as const)(
      "of `%s` stands: a second one is a conflict and its other changes do not happen",
      async (state) => {
        await commit(store(), propose(), decision({ state }));
        const second = commit(store(), create(), decision({ state: "approved", decidedBy: "x" }));
        await expect(second).rejects.toMatchObject(refusal("conflict"));
        expect(await store().reviews.get(TENANT, "r1")).toMatchObject({
          state,
          decidedBy: "operator",
        });
        expect(await store().memories.get(host, "m1", NOW)).toBeUndefined();
      },
    );

    test("that names another hash than was proposed is a conflict", async () => {
      await commit(store(), propose());
      const unseen = commit(store(), decision({ hash: "hash-2" }));
      await expect(unseen).rejects.toMatchObject(refusal("conflict"));
      expect(await store().reviews.get(TENANT, "r1")).toMatchObject({ state: "pending" });
    });

    test("on what was never proposed is a conflict", async () => {
      await expect(commit(store(), decision())).rejects.toMatchObject(refusal("conflict"));
    });

    test("of eight racing ones exactly one stands", async () => {
      await commit(store(), propose());
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => commit(store(), decision({ decidedBy: `o${n}` }))),
      );
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    });
  });

  test("the same thing said again while it waits is a signal, not a second proposal", async () => {
    await commit(store(), propose());
    await Promise.all(["r2", "r3", "r4"].map((id) => commit(store(), propose({ id }))));
    const waiting = await store().reviews.list(TENANT, { states: ["pending"], limit: 9 });
    expect(waiting).toMatchObject([{ id: "r1", signals: 4 }]);
    await commit(store(), decision({ state: "rejected" }), propose({ id: "r5" }));
    expect(await store().reviews.pendingByHash(TENANT, "hash-1")).toMatchObject({
      id: "r5",
      signals: 1,
    });
  });

  test("a list takes states and user, oldest first", async () => {
    await commit(
      store(),
      propose({ id: "b", hash: "1", createdAt: at(2), user: "u1" }),
      propose({ id: "a", hash: "2", createdAt: at(1), user: "u2" }),
      propose({ id: "c", hash: "3", createdAt: at(3) }),
      decision({ id: "c", hash: "3" }),
    );
    const list = async (query: {
      states?: readonly Review["state"][];
      user?: string;
      limit?: number;
      openAt?: string;
      after?: Pick<Review, "createdAt" | "id">;
    }) => ids(await store().reviews.list(TENANT, { states: ["pending"], limit: 9, ...query }));
    expect(await list({})).toEqual(["a", "b"]);
    expect(await list({ user: "u1" })).toEqual(["b"]);
    expect(await list({ states: ["pending", "approved"] })).toEqual(["a", "b", "c"]);
    expect(await list({ states: [] })).toEqual([]);
    expect(await list({ limit: 1 })).toEqual(["a"]);
    expect(await list({ limit: 1, after: { createdAt: at(1), id: "a" } })).toEqual(["b"]);
    expect(await list({ after: { createdAt: at(2), id: "a" } })).toEqual(["b"]);
    expect(await list({ after: { createdAt: at(2), id: "b" } })).toEqual([]);
    expect(await list({ openAt: at(59) })).toEqual(["a", "b"]);
    expect(await list({ states: ["pending", "approved"], openAt: at(60) })).toEqual(["c"]);
  });

  test("those whose time is over are named, decided ones are not", async () => {
    await commit(
      store(),
      propose({ id: "a", hash: "1", lapsesAt: at(10) }),
      propose({ id: "b", hash: "2", lapsesAt: at(20) }),
      propose({ id: "c", hash: "3", lapsesAt: at(5) }),
      decision({ id: "c", hash: "3" }),
    );
    expect(ids(await store().reviews.lapsed(TENANT, at(9), 9))).toEqual([]);
    expect(ids(await store().reviews.lapsed(TENANT, at(10), 9))).toEqual(["a"]);
    expect(ids(await store().reviews.lapsed(TENANT, at(99), 9))).toEqual(["a", "b"]);
    expect(ids(await store().reviews.lapsed(TENANT, at(99), 1))).toEqual(["a"]);
    expect(await store().reviews.lapsed("other", at(99), 9)).toEqual([]);
  });
};
