// What happened to a memory, and what a thread is told: always in step with the memory itself.

import { expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { DocumentChange } from "../../../src/model/document.ts";
import type { Cases } from "./describe-store.ts";
import { at, changes, commit, create, host, link, memory, NOW, revise, TENANT } from "./samples.ts";

const soft = (version: number): Change => ({
  type: "revise",
  memory: memory({ version, state: "soft_deleted", thread: "t1" }),
  expect: version - 1,
  event: "DELETE",
  reason: "forgotten",
});

const back = (version: number): Change => ({
  type: "revise",
  memory: memory({ version, thread: "t1" }),
  expect: version - 1,
  event: "RESTORE",
  reason: "wanted",
});

export const historyCases: Cases = (store) => {
  test("history tells old and new, who, why and when, oldest first, through a soft deletion", async () => {
    await commit(store(), create({ text: "one" }));
    await store().commit({
      ...changes(revise({ version: 2, text: "two" })),
      actor: "ana",
      cause: "edit",
      at: at(3),
    });
    await commit(store(), soft(3));
    const history = await store().memories.history(host, "m1");
    expect(history).toEqual([
      {
        memoryId: "m1",
        event: "ADD",
        at: at(0),
        actor: "tester",
        cause: "test",
        reason: "said so",
        new: { version: 1, text: "one", state: "active" },
        meta: {},
      },
      {
        memoryId: "m1",
        event: "UPDATE",
        at: at(3),
        actor: "ana",
        cause: "edit",
        reason: "corrected",
        old: { version: 1, text: "one", state: "active" },
        new: { version: 2, text: "two", state: "active" },
        meta: {},
      },
      expect.objectContaining({
        event: "DELETE",
        new: { version: 3, text: memory().text, state: "soft_deleted" },
      }),
    ]);
    const versions = await store().memories.versions(host, "m1");
    expect(versions.map((version) => version.version)).toEqual([1, 2, 3]);
  });

  test("versions, history, deltas and vault lines are as many as the changes", async () => {
    await commit(store(), create({ thread: "t1" }));
    for (let version = 2; version <= 6; version++)
      await commit(store(), revise({ version, thread: "t1", text: `text ${version}` }));
    const delta = await store().memories.delta(host, { thread: "t1", since: 0, limit: 99 });
    const counts = [
      (await store().memories.versions(host, "m1")).length,
      (await store().memories.history(host, "m1")).length,
      (await store().files.waiting(99)).length,
      delta.changes.length,
      delta.revision,
    ];
    expect(counts).toEqual([6, 6, 6, 6, 6]);
  });

  test("a thread's revision rises by one with each change set that touches it", async () => {
    const revision = async (thread: string) =>
      (await store().memories.delta(host, { thread, since: 0, limit: 9 })).revision;
    expect(await revision("t1")).toBe(0);
    await commit(
      store(),
      create({ thread: "t1" }),
      create({ id: "m2", thread: "t1" }),
      create({ id: "m3", thread: "t2" }),
    );
    expect([await revision("t1"), await revision("t2"), await revision("")]).toEqual([1, 1, 0]);
    const purge = (id: string): Change => ({ type: "purge", id, expect: 1, reason: "" });
    await commit(store(), purge("m1"), purge("m2"), create({ id: "m4", thread: "t1" }));
    expect([await revision("t1"), await revision("t2")]).toEqual([2, 1]);
  });

  test("history tells the changes of one set in their order, and its links after them", async () => {
    await commit(
      store(),
      link("m1", "m2"),
      create({ id: "m2" }),
      create({ text: "one" }),
      revise({ version: 2, text: "two" }),
    );
    const history = await store().memories.history(host, "m1");
    expect(history.map(({ event, old, new: now }) => [event, old?.text, now?.text])).toEqual([
      ["ADD", undefined, "one"],
      ["UPDATE", "one", "two"],
      ["LINK", undefined, undefined],
    ]);
  });

  test("what is of no thread is in no thread's log", async () => {
    await commit(store(), create());
    await commit(store(), revise({ version: 2 }));
    await commit(store(), { type: "purge", id: "m1", expect: 2, reason: "" });
    const query = { thread: "", since: 0, limit: 9 };
    expect(await store().memories.delta(host, query)).toEqual({ revision: 0, changes: [] });
  });

  test("racing writers of one thread each get a revision of their own", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => commit(store(), create({ id: `m${n}`, thread: "t1" }))),
    );
    const delta = await store().memories.delta(host, { thread: "t1", since: 0, limit: 99 });
    expect(delta.revision).toBe(10);
    expect(delta.changes.map((change) => change.revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("a delta names every event after the revision last seen", async () => {
    await commit(store(), create({ thread: "t1" }));
    await commit(store(), revise({ version: 2, thread: "t1" }));
    await commit(store(), soft(3));
    await commit(store(), back(4));
    const merged: Change = {
      type: "revise",
      memory: memory({ version: 5, thread: "t1" }),
      expect: 4,
      event: "MERGE",
      reason: "",
    };
    await commit(store(), merged);
    const told = async (since: number, limit = 9) =>
      (await store().memories.delta(host, { thread: "t1", since, limit })).changes.map(
        (change) => change.event,
      );
    expect(await told(0)).toEqual(["created", "updated", "soft_deleted", "restored", "merged"]);
    expect(await told(3)).toEqual(["restored", "merged"]);
    expect(await told(5)).toEqual([]);
    expect(await told(0, 2)).toEqual(["restored", "merged"]);
  });

  test("what was purged is told to the host as deleted, without a word of its text", async () => {
    await commit(store(), create({ thread: "t1" }));
    await commit(store(), { type: "purge", id: "m1", expect: 1, reason: "asked" });
    const query = { thread: "t1", since: 0, limit: 9 };
    const told = await store().memories.delta(host, query);
    expect(told.changes).toMatchObject([{ event: "deleted", memoryId: "m1", text: "" }]);
    const restricted = { ...host, categories: ["preference"] };
    expect((await store().memories.delta(restricted, query)).changes).toEqual([]);
  });

  test("restoring brings a memory back to plain reads", async () => {
    await commit(store(), create({ thread: "t1" }));
    await commit(store(), soft(2));
    expect(await store().memories.get(host, "m1", NOW)).toBeUndefined();
    await commit(store(), back(3));
    expect(await store().memories.get(host, "m1", NOW)).toMatchObject({ version: 3 });
  });

  test("versions of a document come by their number, whatever the clocks of their writers say, and the next document after them", async () => {
    const { documents } = store().frameworks;
    const shelf = { tenant: TENANT, name: "langgraph", owner: "" } as const;
    const address = { folder: ["people"], name: "k" };
    const put = (id: string, text: string) =>
      ({ type: "put", at: address, id, text, vectors: [] }) as const;
    const write = (minute: number, change: DocumentChange) =>
      documents.commit(shelf, { actor: "tester", at: at(minute), changes: [change] });
    await write(5, put("z", "one"));
    await write(4, put("z", "two"));
    await write(6, put("z", "three"));
    await write(6, { type: "remove", at: address });
    await write(6, put("a", "four"));
    const history = await documents.history(shelf, address);
    expect(history.map(({ text }) => text)).toEqual(["one", "two", "three", "", "four"]);
  });
};
