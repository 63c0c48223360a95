// Several writers at once, and several ways to say one thing: the database decides, and exactly one wins.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { Cases } from "./describe-store.ts";
import { commit, create, host, listed, refusal, revise } from "./samples.ts";

export const contentionCases: Cases = (store) => {
  describe("racing writers", () => {
    test("of eight that revise one version exactly one wins", async () => {
      await commit(store(), create({ thread: "t1" }));
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) =>
          commit(store(), revise({ version: 2, text: `writer ${n}`, thread: "t1" })),
        ),
      );
      const lost = results.flatMap((result) =>
        result.status === "rejected" ? [result.reason] : [],
      );
      expect(lost).toEqual(
        Array.from({ length: 7 }, () => expect.objectContaining(refusal("conflict"))),
      );
      expect(await store().memories.versions(host, "m1")).toHaveLength(2);
      const { revision } = await store().memories.delta(host, { thread: "t1", since: 0, limit: 9 });
      expect(revision).toBe(2);
    });

    test("a purge and a revision of one version: exactly one wins, and no rest stays", async () => {
      await commit(store(), create());
      const purge: Change = { type: "purge", id: "m1", expect: 1, reason: "" };
      const results = await Promise.allSettled([
        commit(store(), revise({ version: 2 })),
        commit(store(), purge),
      ]);
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    });
  });

  describe("one active line", () => {
    const fact = (fields: Parameters<typeof create>[0] = {}) =>
      create({ kind: "fact", subject: "u1", ...fields });

    test.each(["fact", "lore", "trait"] as const)(
      "a second %s of the same wording is a conflict",
      async (kind) => {
        await commit(store(), fact({ kind, text: "Ana lives in Lisbon." }));
        const again = fact({ kind, id: "m2", text: "ANA lives, in  L\u00edsbon" });
        await expect(commit(store(), again)).rejects.toMatchObject(refusal("conflict"));
        expect(await listed(store(), host)).toEqual(["m1"]);
      },
    );

    test.each<[string, Parameters<typeof create>[0]]>([
      ["another subject", { subject: "u2" }],
      ["another scope", { scope: "bot" }],
      ["another user", { user: "u2" }],
      ["another kind", { kind: "lore" }],
      ["another state", { state: "superseded" }],
      ["a kind that may repeat", { kind: "log" }],
    ])("the same wording under %s is another line", async (_what, fields) => {
      await commit(store(), fact(), fact({ id: "m2", ...fields }));
      expect(await store().memories.versions(host, "m2")).toHaveLength(1);
    });

    test("of eight racing writers of one fact exactly one wins", async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => commit(store(), fact({ id: `m${n}` }))),
      );
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      expect(await listed(store(), host)).toHaveLength(1);
    });

    test("a topic has one active register in a scope", async () => {
      const register = (id: string, fields: Parameters<typeof create>[0] = {}) =>
        create({ kind: "register", id, topicId: "rent", text: `rent ${id}`, ...fields });
      await commit(store(), register("m1"), register("m2", { scope: "bot" }));
      await expect(commit(store(), register("m3"))).rejects.toMatchObject(refusal("conflict"));
      await commit(
        store(),
        revise({ id: "m1", version: 2, kind: "register", topicId: "rent", state: "superseded" }),
      );
      await commit(store(), register("m3"));
      expect(await listed(store(), host)).toEqual(["m2", "m3"]);
    });
  });
};
