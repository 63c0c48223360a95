// Inside a tenant: who may see which scope, and which categories. Scopes match by equality, never by pattern.

import { describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  activity,
  agent,
  at,
  commit,
  create,
  embed,
  host,
  ids,
  keep,
  link,
  listed,
  MODEL,
  NOW,
  revise,
  userViewer,
} from "./samples.ts";

const PAIRS: readonly (readonly [string, string])[] = [
  ["bot", "bot-2"],
  ["%", "bot"],
  ["bo_", "bot"],
  ["a.b", "a"],
  ["a:b", "a"],
  ["Bot", "bot"],
  ["caf\u00e9", "cafe\u0301"],
  ["*", "bot"],
  ["", "bot"],
];

/** Where a viewer could come across a memory, and what is found there. */
async function found(store: Store, viewer: Viewer, id: string) {
  const query = { filter: {}, look: NOW, limit: 50 };
  const near = { ...query, model: MODEL, vector: Float32Array.of(1, 0) };
  const related = await store.memories.related(viewer, { ids: ["anchor"], look: NOW });
  const delta = await store.memories.delta(viewer, { thread: "t1", since: 0, limit: 50 });
  const counts = await store.memories.counts(viewer);
  const activities = await store.upkeep.activities(viewer, { limit: 50 });
  return {
    get: (await store.memories.get(viewer, id, NOW)) !== undefined,
    list: (await listed(store, viewer)).includes(id),
    versions: (await store.memories.versions(viewer, id)).length > 0,
    history: (await store.memories.history(viewer, id)).length > 0,
    words: ids(
      (await store.search.memoryWords(viewer, { ...query, terms: ["secret"] })).items,
    ).includes(id),
    near: (await store.search.memoryVectors(viewer, near)).some((hit) => hit.item.id === id),
    related: related.some((edge) => edge.memory.id === id),
    delta: delta.changes.some((change) => change.memoryId === id),
    counts: counts.some((count) => count.category === "guarded"),
    activities: activities.some((line) => line.memoryId === id),
    activityCounts: (await store.upkeep.activityCounts(viewer)).length > 0,
  };
}

async function plant(store: Store, place: { scope: string; user?: string }): Promise<void> {
  await commit(
    store,
    create({ id: "anchor", text: "an open line" }),
    create({ id: "kept", text: "a secret line", category: "guarded", thread: "t1", ...place }),
    embed("kept", [1, 0]),
    link("anchor", "kept"),
    { type: "record", activity: activity({ memoryId: "kept", category: "guarded" }) },
  );
}

async function everywhere(store: Store, viewer: Viewer): Promise<boolean> {
  const places = Object.values(await found(store, viewer, "kept"));
  expect(new Set(places).size, "one place tells what another hides").toBe(1);
  return places[0] === true;
}

export const scopeCases: Cases = (store) => {
  describe("a memory in an agent's own scope", () => {
    test.each(PAIRS)("`%s` is hidden from agent `%s` in every place", async (scope, other) => {
      await plant(store(), { scope });
      expect(await everywhere(store(), agent(other))).toBe(false);
      expect(await everywhere(store(), agent(scope))).toBe(true);
    });

    test("is seen by the host and by no user", async () => {
      await plant(store(), { scope: "bot" });
      expect(await everywhere(store(), host)).toBe(true);
      expect(await everywhere(store(), userViewer("bot"))).toBe(false);
    });
  });

  describe("a memory in the scope of a user", () => {
    test.each<[string, Viewer, boolean]>([
      ["its owner", userViewer("u1"), true],
      ["an agent that serves its owner", agent("bot", "u1"), true],
      ["the host", host, true],
      ["another user", userViewer("u2"), false],
      ["a user of the name with another case", userViewer("U1"), false],
      ["a user called by a pattern", userViewer("%"), false],
      ["an agent that serves another user", agent("bot", "u2"), false],
      ["an agent that serves nobody", agent("bot"), false],
      ["an agent called `user`", agent("user"), false],
      ["an agent called by the owner's id", agent("u1"), false],
    ])("as %s sees it: %#", async (_who, viewer, sees) => {
      await plant(store(), { scope: "user", user: "u1" });
      expect(await everywhere(store(), viewer)).toBe(sees);
    });

    test("that names no owner is seen by the host alone", async () => {
      await plant(store(), { scope: "user" });
      expect(await everywhere(store(), userViewer("u1"))).toBe(false);
      expect(await everywhere(store(), agent("bot"))).toBe(false);
      expect(await everywhere(store(), host)).toBe(true);
    });
  });

  describe("a category allowlist", () => {
    test.each<[string, readonly string[], boolean]>([
      ["the category", ["guarded"], true],
      ["the category among others", ["a", "guarded", "b"], true],
      ["nothing", [], false],
      ["another category", ["preference"], false],
      ["the category in another case", ["Guarded"], false],
      ["a pattern", ["guard%", "%", "*", "__all__"], false],
      ["the word `all`", ["all"], false],
    ])("of %s decides in every place: %#", async (_what, categories, sees) => {
      await plant(store(), { scope: "shared" });
      expect(await everywhere(store(), { ...agent("bot"), categories })).toBe(sees);
      expect(await everywhere(store(), { ...host, categories })).toBe(sees);
    });

    test("fills a page from what it allows, however much it hides", async () => {
      const hidden = Array.from({ length: 60 }, (_, n) =>
        create({ id: `h${n}`, text: "green tea", category: "health", createdAt: at(n) }),
      );
      const allowed = Array.from({ length: 5 }, (_, n) =>
        create({ id: `a${n}`, text: "green tea with more words after it", createdAt: at(-n) }),
      );
      const vectors = [
        ...hidden.map((_, n) => embed(`h${n}`, [1, 0])),
        ...allowed.map((_, n) => embed(`a${n}`, [0.5, 0.5 + n])),
      ];
      await commit(store(), ...allowed, ...hidden, ...vectors);
      const viewer = { ...host, categories: ["preference"] };
      const query = { filter: {}, look: NOW, limit: 5 };
      const words = await store().search.memoryWords(viewer, { ...query, terms: ["green"] });
      expect(words.items).toHaveLength(5);
      const vector = Float32Array.of(1, 0);
      const near = await store().search.memoryVectors(viewer, { ...query, model: MODEL, vector });
      expect(near.map((hit) => hit.item.id)).toEqual(["a0", "a1", "a2", "a3", "a4"]);
    });

    test("hides messages too, because they have no category that could be allowed", async () => {
      await commit(store(), keep());
      const restricted = { ...agent("bot"), categories: ["preference"] };
      const query = { terms: ["tea"], filter: {}, look: NOW, limit: 9 };
      expect(await store().messages.get(restricted, ["g1"])).toEqual([]);
      expect(await store().messages.list(restricted, { limit: 9 })).toEqual([]);
      expect((await store().search.messageWords(restricted, query)).items).toEqual([]);
      expect((await store().search.messageWords(agent("bot"), query)).items).toHaveLength(1);
    });
  });

  describe("a memory that moved", () => {
    test("shows no version of a category or scope that the viewer may not read", async () => {
      await commit(
        store(),
        create({ category: "health", text: "Ana has asthma" }),
        create({ id: "m2", scope: "bot", text: "Ana owes the bot a favour" }),
      );
      await commit(
        store(),
        revise({ version: 2, text: "Ana runs" }),
        revise({ id: "m2", version: 2, text: "Ana is kind" }),
      );
      const reader = { ...agent("other"), categories: ["preference"] };
      for (const id of ["m1", "m2"]) {
        const versions = await store().memories.versions(reader, id);
        const history = await store().memories.history(reader, id);
        expect(versions.map((version) => version.version)).toEqual([2]);
        expect(JSON.stringify([versions, history])).not.toMatch(/asthma|favour/);
      }
    });

    test("out of a viewer's sight is not told as it was before", async () => {
      await commit(store(), create({ text: "Ana has asthma" }));
      await commit(
        store(),
        revise({ version: 2, updatedAt: at(10), category: "health", text: "-" }),
      );
      const reader = { ...agent("bot"), categories: ["preference"] };
      const past = { ...NOW, asOf: at(5) };
      expect(await store().memories.get(reader, "m1", past)).toBeUndefined();
      expect(await store().memories.get(host, "m1", past)).toMatchObject({ version: 1 });
    });
  });

  describe("messages of a user's own scope", () => {
    test("are found by their owner and the host only", async () => {
      await commit(store(), keep({ scope: "user", user: "u1" }), {
        type: "embed",
        item: "message",
        id: "g1",
        model: MODEL,
        vector: Float32Array.of(1, 0),
      });
      const query = { filter: {}, look: NOW, limit: 9 };
      const near = { ...query, model: MODEL, vector: Float32Array.of(1, 0) };
      const position = (await store().messages.get(host, ["g1"]))[0]?.position ?? 0;
      const places = async (viewer: Viewer) => [
        (await store().messages.get(viewer, ["g1"])).length,
        (await store().messages.list(viewer, { limit: 9 })).length,
        (await store().messages.around(viewer, { channel: "general", position, radius: 2 })).length,
        (await store().search.messageWords(viewer, { ...query, terms: ["tea"] })).items.length,
        (await store().search.messageVectors(viewer, near)).length,
      ];
      for (const viewer of [host, userViewer("u1"), agent("bot", "u1")])
        expect(await places(viewer)).toEqual([1, 1, 1, 1, 1]);
      for (const viewer of [userViewer("u2"), agent("bot"), agent("user"), userViewer("%")])
        expect(await places(viewer)).toEqual([0, 0, 0, 0, 0]);
    });
  });

  test("a line of the action log about a person's message is not told to others", async () => {
    await commit(store(), keep({ scope: "user", user: "u1" }), {
      type: "record",
      activity: activity({ messageId: "g1", user: "u1", detail: "asked about asthma" }),
    });
    const told = async (viewer: Viewer) =>
      (await store().upkeep.activities(viewer, { limit: 9 })).length;
    expect([await told(host), await told(userViewer("u1"))]).toEqual([1, 1]);
    expect([await told(userViewer("u2")), await told(agent("bot"))]).toEqual([0, 0]);
  });

  test("the history of a memory does not name a linked memory that the viewer may not see", async () => {
    await plant(store(), { scope: "bot" });
    const told = async (viewer: Viewer) =>
      JSON.stringify(await store().memories.history(viewer, "anchor")).includes("kept");
    expect([await told(agent("other")), await told(agent("bot")), await told(host)]).toEqual([
      false,
      true,
      true,
    ]);
  });
};
