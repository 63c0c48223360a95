// Plain reads: order, pages, states, and what rests on what.

import { describe, expect, test } from "vitest";
import type { Memory } from "../../../src/model/memory.ts";
import { STATES } from "../../../src/model/state.ts";
import type { Viewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  agent,
  at,
  commit,
  commitIn,
  create,
  host,
  ids,
  NOW,
  refusal,
  TENANT,
  userViewer,
} from "./samples.ts";

async function page(store: Store, limit: number, after?: string): Promise<string[]> {
  const cursor = after === undefined ? { limit } : { limit, after };
  return ids(await store.memories.list(host, { filter: {}, look: NOW, page: cursor }));
}

export const readCases: Cases = (store) => {
  describe("pages", () => {
    test("come newest first, and ids decide between equals", async () => {
      await commit(
        store(),
        create({ id: "b", createdAt: at(1) }),
        create({ id: "a", createdAt: at(1) }),
        create({ id: "c", createdAt: at(2) }),
      );
      expect(await page(store(), 9)).toEqual(["c", "b", "a"]);
    });

    test("neither repeat nor skip a row while others are inserted", async () => {
      const old = Array.from({ length: 17 }, (_, n) => `m${String(n).padStart(2, "0")}`);
      await commit(
        store(),
        ...old.map((id, n) => create({ id, createdAt: at(Math.floor(n / 3)) })),
      );
      const seen: string[] = [];
      for (let round = 0; ; round++) {
        const next = await page(store(), 4, seen.at(-1));
        seen.push(...next);
        if (next.length < 4) break;
        await commit(
          store(),
          create({ id: `new${round}`, createdAt: at(100 + round) }),
          create({ id: `old${round}`, createdAt: at(-100 - round) }),
        );
      }
      expect(seen).toEqual([...new Set(seen)]);
      expect(seen.filter((id) => id.startsWith("m"))).toEqual([...old].reverse());
    });

    test("go on after a row that has since ended", async () => {
      const list = ["m1", "m2", "m3"].map((id, n) => create({ id, createdAt: at(-n) }));
      await commit(store(), ...list);
      const memory = await store().memories.get(host, "m2", NOW);
      if (memory === undefined) throw new Error("m2 is missing");
      await commit(store(), {
        type: "revise",
        memory: { ...memory, version: 2, state: "soft_deleted" },
        expect: 1,
        event: "DELETE",
        reason: "",
      });
      expect(await page(store(), 9, "m2")).toEqual(["m3"]);
    });

    test("after an id that is unknown, purged or another's are refused, not silently empty", async () => {
      await commit(store(), create(), create({ id: "m2" }), create({ id: "m3", scope: "bot" }));
      await commit(store(), { type: "purge", id: "m1", expect: 1, reason: "" });
      for (const after of ["nothing", "m1"])
        await expect(page(store(), 9, after)).rejects.toMatchObject(refusal("invalid_input"));
      const foreign = { filter: {}, look: NOW, page: { limit: 9, after: "m3" } };
      await expect(store().memories.list(agent("other"), foreign)).rejects.toMatchObject(
        refusal("invalid_input"),
      );
    });
  });

  describe("the weightiest", () => {
    const weightiest = (viewer: Viewer, first: readonly string[] = []) =>
      store().memories.weightiest(viewer, { filter: {}, look: NOW, each: 2, first });

    test("of each subject are named ones, then the important, then the newest, then by letters", async () => {
      await commit(
        store(),
        create({ id: "old", subject: "u1", importance: 4, createdAt: at(1) }),
        create({ id: "new", subject: "u1", importance: 4, createdAt: at(2) }),
        create({ id: "low", subject: "u1", importance: 2, createdAt: at(3) }),
        create({ id: "a", subject: "u2", createdAt: at(1) }),
        create({ id: "B", subject: "u2", createdAt: at(1) }),
        create({ id: "c", subject: "u2", createdAt: at(1) }),
        create({ id: "of nobody" }),
      );
      expect(ids(await weightiest(host)).toSorted()).toEqual(["B", "a", "new", "of nobody", "old"]);
      const named = ids(await weightiest(host, ["low", "c"]));
      expect(named.toSorted()).toEqual(["B", "c", "low", "new", "of nobody"]);
    });

    test("are those the viewer may see, that are so now", async () => {
      await commit(
        store(),
        create({ id: "private", subject: "u1", scope: "user", user: "u1", importance: 5 }),
        create({ id: "ended", subject: "u1", state: "superseded", importance: 5 }),
        create({ id: "over", subject: "u1", expiresAt: at(-1), importance: 5 }),
        create({ id: "shared", subject: "u1" }),
      );
      await commitIn(store(), "other", [create({ id: "theirs", tenant: "other", subject: "u1" })]);
      expect(ids(await weightiest(agent("bot")))).toEqual(["shared"]);
      expect(ids(await weightiest(host)).toSorted()).toEqual(["private", "shared"]);
    });
  });

  describe("states", () => {
    test("only active memories are read unless others are asked for", async () => {
      await commit(store(), ...STATES.map((state) => create({ id: state, state })));
      expect(await page(store(), 99)).toEqual(["active"]);
      for (const state of STATES) {
        const look = { ...NOW, states: [state] };
        expect(await store().memories.get(host, state, look)).toMatchObject({ state });
        const found = await store().memories.list(host, { filter: {}, look, page: { limit: 99 } });
        expect(ids(found)).toEqual([state]);
      }
      const none = { ...NOW, states: [] };
      expect(await store().memories.get(host, "active", none)).toBeUndefined();
    });

    test("counts tell every state, by kind, scope and category", async () => {
      await commit(
        store(),
        create({ id: "a" }),
        create({ id: "b" }),
        create({ id: "c", state: "archived" }),
        create({ id: "d", kind: "episode", scope: "user", user: "u1", category: "talk" }),
      );
      const log = { kind: "log", scope: "shared", category: "preference" };
      const shared = [
        { ...log, state: "active", count: 2 },
        { ...log, state: "archived", count: 1 },
      ];
      const own = { kind: "episode", scope: "user", category: "talk", state: "active", count: 1 };
      expect(await store().memories.counts(host)).toEqual([own, ...shared]);
      expect(await store().memories.counts(userViewer("u1"))).toEqual([own, ...shared]);
      expect(await store().memories.counts(userViewer("u2"))).toEqual(shared);
      expect(await store().memories.counts({ ...host, categories: [] })).toEqual([]);
    });
  });

  test("what rests on a message or a memory is found, in whatever state it is", async () => {
    const span = { type: "span", messageId: "g1", start: 0, end: 1, quote: "I" } as const;
    await commit(
      store(),
      create({ id: "m1", evidence: [span, span], state: "superseded" }),
      create({ id: "m2", derivedFrom: ["m1", "m1"], scope: "bot" }),
      create({ id: "m3", evidence: [{ type: "statement", text: "g1" }] }),
    );
    const resting = async (item: "memory" | "message", sources: readonly string[]) =>
      ids(await store().memories.restingOn(TENANT, { item, ids: sources }));
    expect(await resting("message", ["g1", "g2"])).toEqual(["m1"]);
    expect(await resting("memory", ["m1"])).toEqual(["m2"]);
    expect(await resting("message", ["m1"])).toEqual([]);
    expect(await resting("memory", [])).toEqual([]);
  });

  test("what a memory once rested on is found after it was revised", async () => {
    const span = { type: "span", messageId: "g1", start: 0, end: 1, quote: "I" } as const;
    await commit(store(), create({ evidence: [span] }));
    const memory = await store().memories.get(host, "m1", NOW);
    if (memory === undefined) throw new Error("m1 is missing");
    await commit(store(), {
      type: "revise",
      memory: { ...memory, version: 2, evidence: [] },
      expect: 1,
      event: "UPDATE",
      reason: "",
    });
    const found = await store().memories.restingOn(TENANT, { item: "message", ids: ["g1"] });
    expect(ids(found)).toEqual(["m1"]);
  });

  test("what tells of a person among others is found, in whatever kind, scope and state it is", async () => {
    const told = (id: string, participants: readonly string[], fields: Partial<Memory> = {}) =>
      create({ id, participants, ...fields });
    await commit(
      store(),
      told("m1", ["u1"], { kind: "lore", state: "archived" }),
      told("m2", ["u2", "u1"], { scope: "user", user: "u2" }),
      told("m3", ["u11", "U1", 'a"u1', "u1\\", "%"]),
      told("m4", [], { subject: "u1", text: '["u1"]' }),
      told("m5", [",", 'u"1']),
    );
    await commitIn(store(), "b", [create({ id: "m6", tenant: "b", participants: ["u1"] })]);
    const telling = async (person: string) => ids(await store().memories.tellingOf(TENANT, person));
    expect(await telling("u1")).toEqual(["m1", "m2"]);
    expect(await telling("u2")).toEqual(["m2"]);
    expect(await telling("u1\\")).toEqual(["m3"]);
    expect(await telling("%")).toEqual(["m3"]);
    expect(await telling(",")).toEqual(["m5"]);
    expect(await telling('u"1')).toEqual(["m5"]);
  });

  test("tenants are those that hold memories or messages", async () => {
    await store().commit({
      tenant: "b",
      at: at(0),
      actor: "",
      cause: "",
      changes: [create({ tenant: "b" })],
    });
    await commit(store(), create());
    expect(await store().memories.tenants()).toEqual([TENANT, "b"]);
  });

  test("the store says what it is", async () => {
    const info = await store().info();
    expect(info.version).toMatch(/^\d+\.\d+/);
    expect(info).toMatchObject({ schema: expect.any(Number), vectors: "ready" });
  });
};
