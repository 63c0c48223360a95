// A change set happens whole or not at all, and no change exists without its history, version, delta and vault line.

import { describe, expect, test } from "vitest";
import { MemoryError } from "../../../src/errors.ts";
import type { Change } from "../../../src/model/change-set.ts";
import { hostViewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  activity,
  at,
  changes,
  commit,
  create,
  embed,
  host,
  job,
  keep,
  link,
  listed,
  MODEL,
  memory,
  NOW,
  refusal,
  review,
  revise,
  TENANT,
} from "./samples.ts";

/** Everything of the tenant that a commit may touch. */
async function state(store: Store) {
  const look = { ...NOW, states: ["active", "soft_deleted", "superseded"] } as const;
  const page = { limit: 100 };
  return {
    memories: await store.memories.list(host, { filter: {}, look, page }),
    versions: await store.memories.versions(host, "m1"),
    history: await store.memories.history(host, "m1"),
    related: await store.memories.related(host, { ids: ["m1"], look }),
    delta: await store.memories.delta(host, { thread: "t1", since: 0, limit: 100 }),
    words: await store.search.memoryWords(host, {
      terms: ["tea", "coffe"],
      filter: {},
      look,
      limit: 100,
    }),
    vectors: [
      ...(await store.search.vectors(TENANT, { item: "memory", model: MODEL, ids: ["m1", "m9"] })),
    ],
    messages: await store.messages.list(host, { limit: 100 }),
    buffer: await store.messages.buffer(TENANT, "general"),
    reviews: await store.reviews.list(TENANT, { states: ["pending", "approved"], limit: 9 }),
    jobs: await store.jobs.list(TENANT, { states: ["queued"], limit: 9 }),
    activities: await store.upkeep.activities(host, { limit: 9 }),
    files: await store.files.waiting(100),
  };
}

/** One change of every type; each would leave a trace. */
const GOOD: readonly Change[] = [
  create({ id: "m9", text: "Ana drinks coffee", thread: "t1" }),
  revise({ version: 2, text: "Ana drinks black tea" }),
  embed("m1", [1, 0]),
  link("m1", "m9"),
  keep(),
  { type: "buffer", messageId: "g1", channel: "general", buffer: "b1", at: at(0), flushAt: at(5) },
  { type: "mined", messageId: "g1", outcome: "facts" },
  { type: "propose", review: review() },
  { type: "enqueue", job: job() },
  { type: "record", activity: activity() },
];

const STALE = revise({ id: "m1", version: 9 });

export const commitCases: Cases = (store) => {
  test.each(GOOD.map((_, n): [number] => [n]))(
    "a bad change after %i good ones undoes all of them",
    async (count) => {
      await commit(store(), create());
      const before = await state(store());
      const list = [...GOOD.slice(0, count), STALE, ...GOOD.slice(count)];
      await expect(commit(store(), ...list)).rejects.toMatchObject(refusal("conflict"));
      expect(await state(store())).toEqual(before);
    },
  );

  test("every change of a good set is there", async () => {
    await commit(store(), create());
    await commit(store(), ...GOOD);
    const after = await state(store());
    expect(after.memories.map((found) => found.version).sort()).toEqual([1, 2]);
    expect(after.delta.changes.map(({ memoryId }) => memoryId)).toEqual(["m9"]);
    expect(after.related).toHaveLength(1);
    expect(after.vectors).toHaveLength(1);
    expect(after.messages).toHaveLength(1);
    expect(after.buffer).toMatchObject({ id: "b1" });
    expect(after.reviews).toHaveLength(1);
    expect(after.jobs).toHaveLength(1);
    expect(after.activities).toHaveLength(1);
    expect(await store().messages.minedOutcome(TENANT, "g1")).toBe("facts");
  });

  test("of several sets a bad one undoes those before and after it", async () => {
    await commit(store(), create());
    const before = await state(store());
    const sets = [changes(...GOOD), changes(STALE), changes(create({ id: "m3" }))];
    await expect(store().commit(...sets)).rejects.toMatchObject(refusal("conflict"));
    expect(await state(store())).toEqual(before);
  });

  test("several sets are as if each had been committed alone, by its own actor", async () => {
    const revised = revise({ version: 2, text: "Ana drinks coffee", thread: "t1" });
    await store().commit(
      { ...changes(create({ thread: "t1" }), create({ id: "m2", thread: "a" })), actor: "ana" },
      { ...changes(revised, create({ id: "m3", thread: "a" })), actor: "ben" },
    );
    const history = await store().memories.history(host, "m1");
    expect(history.map(({ actor, event }) => [actor, event])).toEqual([
      ["ana", "ADD"],
      ["ben", "UPDATE"],
    ]);
    for (const thread of ["t1", "a"]) {
      const delta = await store().memories.delta(host, { thread, since: 1, limit: 9 });
      expect([delta.revision, delta.changes.length]).toEqual([2, 1]);
    }
    const query = { filter: {}, look: NOW, limit: 9 };
    const { items } = await store().search.memoryWords(host, { terms: ["coffe"], ...query });
    expect(items.map(({ id }) => id)).toEqual(["m1"]);
  });

  test("an empty change set is no change", async () => {
    await commit(store(), create());
    const before = await state(store());
    await commit(store());
    expect(await state(store())).toEqual(before);
  });

  test("a memory comes back as it was stored, every field of it", async () => {
    const whole = memory({
      user: "u1",
      subject: "u2",
      kind: "trait",
      title: "Tea",
      text: 'Ana\u2019s \ud83c\udf75 \u2014 \u7dd1\u8336, th\u00e9 vert \\ "quoted" % _ \'',
      tags: ["drink", "a,b", "", "\u00e9"],
      section: "interests",
      topicId: "topic",
      participants: ["u1", "u2"],
      confidence: 0.123456789,
      importance: 5,
      pinned: true,
      stability: "permanent",
      sensitivity: "sensitive",
      origins: ["user", "document"],
      trust: 1,
      evidence: [
        { type: "span", messageId: "g1", start: 0, end: 3, quote: "tea\n\u0000" },
        { type: "statement", text: "she said so" },
      ],
      derivedFrom: ["m0"],
      supersededBy: "m7",
      validFrom: at(-100),
      validTo: at(100),
      expiresAt: at(200),
      purgeAt: at(300),
      channel: "general",
      thread: "t1",
      writer: { agent: "bot", run: "run", actor: "act", role: "assistant", job: "j" },
    });
    await commit(store(), { type: "create", memory: whole, reason: "all of it" });
    expect(await store().memories.get(host, "m1", NOW)).toEqual(whole);
    expect(await store().memories.versions(host, "m1")).toEqual([whole]);
    const lines = await store().files.waiting(9);
    expect(lines.map(({ line }) => JSON.parse(line))).toMatchObject([
      { id: "m1", version: 1, memory: JSON.parse(JSON.stringify(whole)) },
    ]);
  });

  describe("the version a change was decided on", () => {
    test.each([0, 2, 3])("of %i, when it is 1, is a conflict", async (expect_) => {
      await commit(store(), create());
      const stale: Change = {
        type: "revise",
        memory: memory({ version: expect_ + 1, text: "new" }),
        expect: expect_,
        event: "UPDATE",
        reason: "",
      };
      await expect(commit(store(), stale)).rejects.toMatchObject(refusal("conflict"));
      const purge: Change = { type: "purge", id: "m1", expect: expect_, reason: "" };
      await expect(commit(store(), purge)).rejects.toMatchObject(refusal("conflict"));
      expect(await store().memories.get(host, "m1", NOW)).toEqual(memory());
    });

    test("must be followed by the next one, so that no version is skipped", async () => {
      await commit(store(), create());
      const skipping: Change = {
        type: "revise",
        memory: memory({ version: 5 }),
        expect: 1,
        event: "UPDATE",
        reason: "",
      };
      await expect(commit(store(), skipping)).rejects.toBeInstanceOf(MemoryError);
      expect(await store().memories.versions(host, "m1")).toHaveLength(1);
    });

    test("a memory that does not exist cannot be revised or purged", async () => {
      await expect(commit(store(), revise({ version: 2 }))).rejects.toMatchObject(
        refusal("conflict"),
      );
      const purge: Change = { type: "purge", id: "m1", expect: 1, reason: "" };
      await expect(commit(store(), purge)).rejects.toMatchObject(refusal("conflict"));
    });

    test("a memory is created once", async () => {
      await commit(store(), create());
      await expect(commit(store(), create({ text: "other" }))).rejects.toMatchObject(
        refusal("conflict"),
      );
      expect(await store().memories.get(host, "m1", NOW)).toMatchObject({ text: memory().text });
    });
  });

  test("a purged memory is gone from every read, and the vault says so without its text", async () => {
    await commit(store(), create(), embed("m1", [1, 0]), create({ id: "m2" }), link("m2", "m1"));
    await commit(store(), { type: "purge", id: "m1", expect: 1, reason: "asked" });
    expect(await listed(store(), host)).toEqual(["m2"]);
    expect(await store().memories.versions(host, "m1")).toEqual([]);
    expect(await store().memories.history(host, "m1")).toEqual([]);
    expect(await store().memories.related(host, { ids: ["m2"], look: NOW })).toEqual([]);
    expect(await store().upkeep.isErased(TENANT, "memory", "m1")).toBe(true);
    const lines = await store().files.waiting(9);
    const own = lines.filter((line) => line.itemId === "m1");
    expect(own.map(({ line }) => JSON.parse(line))).toMatchObject([{ id: "m1", purged: true }]);
    expect(JSON.stringify(own)).not.toContain("green");
  });

  test("what one change set wrote and purged leaves no line with its words, and history in its order", async () => {
    await commit(
      store(),
      create({ text: "Ana drinks oolong", thread: "t1" }),
      revise({ version: 2, text: "Ana drinks sencha", thread: "t1" }),
      { type: "purge", id: "m1", expect: 2, reason: "" },
      create({ id: "m2", text: "Ben drinks water", thread: "t1" }),
    );
    const lines = await store().files.waiting(9);
    expect(lines.map(({ itemId, line }) => [itemId, line.includes("purged")])).toEqual([
      ["m1", true],
      ["m2", false],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/oolong|sencha/);
    const { changes: told } = await store().memories.delta(host, {
      thread: "t1",
      since: 0,
      limit: 9,
    });
    expect(told.map(({ memoryId, event }) => [memoryId, event])).toEqual([
      ["m1", "deleted"],
      ["m2", "created"],
    ]);
  });

  test("a version that was replaced before its line was written has the words and the reason it was made with", async () => {
    await commit(store(), create({ text: "Ana drinks oolong" }));
    const said: Change = { type: "journal", day: "2026-05-01", messageId: "g1", line: "- tea" };
    await commit(store(), revise({ version: 2, text: "Ana drinks sencha" }), keep(), said);
    const lines = await store().files.waiting(9);
    const [first, second] = lines.map(({ file, line }) =>
      file === "vault" ? JSON.parse(line) : {},
    );
    expect([first.text, first.change.event]).toEqual(["Ana drinks oolong", "ADD"]);
    expect([second.text, second.change.event]).toEqual(["Ana drinks sencha", "UPDATE"]);
    expect(lines.map(({ from }) => from)).toEqual(["history", "history", "outbox"]);
    await store().files.written(lines.slice(0, 1));
    expect(await store().files.waiting(1)).toEqual(lines.slice(1, 2));
    expect(await store().files.waiting(9)).toEqual(lines.slice(1));
  });

  test("the vault's lines leave in the order they were committed", async () => {
    await commit(store(), create());
    await commit(store(), revise({ version: 2 }));
    await store().commit({
      ...changes({ type: "create", memory: memory({ tenant: "z" }), reason: "" }),
      tenant: "z",
    });
    const lines = await store().files.waiting(2);
    expect(lines.map((line) => [line.tenant, line.file, line.itemId])).toEqual([
      [TENANT, "vault", "m1"],
      [TENANT, "vault", "m1"],
    ]);
    await store().files.written(lines);
    expect((await store().files.waiting(9)).map((line) => line.tenant)).toEqual(["z"]);
    expect(await listed(store(), hostViewer("z"))).toEqual(["m1"]);
  });
};
