// Whatever names a blocked person or channel is kept from every reader: the memory itself, the message it rests on,
// and the message that rests below what it was derived from (P13).

import { describe, expect, onTestFinished, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import type { NewMessage } from "../../src/model/message.ts";
import type { Blocked } from "../../src/model/viewer.ts";
import type { Store } from "../../src/ports/store.ts";
import {
  activity,
  commit,
  commitIn,
  create,
  host,
  ids,
  keep,
  link,
  listed,
  userViewer,
} from "../support/store-conformance/samples.ts";
import { sqliteInMemory } from "./sqlite-stores.ts";

const BAD = "bad";
const author = { id: BAD, name: "Bo", isBot: false };
const USERS: Blocked = { users: ["first", BAD, "last"], channels: ["other"] };
const CHANNELS: Blocked = { users: ["other"], channels: ["first", BAD, "last"] };

async function opened(): Promise<Store> {
  const { store, close } = await sqliteInMemory();
  onTestFinished(close);
  return store;
}

const quoting = (messageId: string): Partial<Memory> => ({
  evidence: [{ type: "span", messageId, start: 0, end: 5, quote: "I dri" }],
});

/** What a memory or a message may say of whom or where it is, and the list that then hides it. */
const MEMORIES: readonly (readonly [string, Partial<Memory>, Blocked])[] = [
  ["was written by the person", { writer: { actor: BAD } }, USERS],
  ["is about the person", { subject: BAD }, USERS],
  ["belongs to the person", { user: BAD }, USERS],
  ["was learnt in the channel", { channel: BAD }, CHANNELS],
  ["was learnt in the thread", { thread: BAD }, CHANNELS],
];
const MESSAGES: readonly (readonly [string, Partial<NewMessage>, Blocked])[] = [
  ["was said by the person", { author }, USERS],
  ["belongs to the person", { user: BAD }, USERS],
  ["was said in the channel", { channel: BAD }, CHANNELS],
  ["was said in the thread", { thread: BAD }, CHANNELS],
];
const swapped = ({ users, channels }: Blocked): Blocked => ({ users: channels, channels: users });

describe("a memory", () => {
  test.each(MEMORIES)(
    "that %s is hidden, and only by the list it stands on",
    async (_, fields, blocked) => {
      const store = await opened();
      await commit(
        store,
        create({ id: "theirs", ...fields }),
        create({ id: "mine", text: "Mine." }),
      );
      expect(await listed(store, { ...host, blocked })).toEqual(["mine"]);
      expect(await listed(store, { ...host, blocked: swapped(blocked) })).toEqual([
        "mine",
        "theirs",
      ]);
      expect(await listed(store, { ...host, blocked: { users: [], channels: [] } })).toHaveLength(
        2,
      );
    },
  );

  test.each(MESSAGES)("that rests on a message that %s is hidden", async (_, fields, blocked) => {
    const store = await opened();
    await commit(store, keep({ id: "g1", ...fields }), keep({ id: "g2", text: "Not theirs" }));
    await commit(store, create({ id: "theirs", ...quoting("g1") }));
    await commit(store, create({ id: "mine", text: "Mine.", ...quoting("g2") }));
    await commit(
      store,
      create({ id: "derived", text: "Derived.", derivedFrom: ["theirs"] }),
      create({ id: "derived-mine", text: "Derived of mine.", derivedFrom: ["mine"] }),
    );
    expect(await listed(store, { ...host, blocked })).toEqual(["derived-mine", "mine"]);
    expect(await listed(store, { ...host, blocked: swapped(blocked) })).toHaveLength(4);
  });

  test("is not hidden for what rests under the same ids in another tenant", async () => {
    const store = await opened();
    for (const [tenant, fields] of [
      [host.tenant, {}],
      ["other", { author }],
    ] as const)
      await commitIn(store, tenant, [
        keep({ id: "g1", tenant, ...fields }),
        create({ id: "quoting", tenant, ...quoting("g1") }),
        create({ id: "derived", tenant, derivedFrom: ["quoting"] }),
      ]);
    expect(await listed(store, { ...host, blocked: USERS })).toEqual(["derived", "quoting"]);
    expect(await listed(store, { ...host, tenant: "other", blocked: USERS })).toEqual([]);
  });

  test("is not hidden for a message that bears the id of the memory it was derived from", async () => {
    const store = await opened();
    await commit(store, keep({ id: "alike", author }), create({ id: "alike" }));
    await commit(store, create({ id: "derived", derivedFrom: ["alike"] }));
    await commit(store, create({ id: "twice", derivedFrom: ["derived"] }));
    expect(await listed(store, { ...host, blocked: USERS })).toEqual(["alike", "derived", "twice"]);
  });

  test("is not hidden for a blocked memory that bears the id of the message it rests on", async () => {
    const store = await opened();
    await commit(store, keep({ id: "g1" }), keep({ id: "g2", author }));
    await commit(
      store,
      create({ id: "g1", ...quoting("g2") }),
      create({ id: "m1", ...quoting("g1") }),
    );
    expect(await listed(store, { ...host, blocked: USERS })).toEqual(["m1"]);
  });
});

test.each(MESSAGES)(
  "a message that %s is hidden, and only by the list it stands on",
  async (_, fields, blocked) => {
    const store = await opened();
    await commit(store, keep({ id: "g1", ...fields }), keep({ id: "g2", text: "Not theirs" }));
    const heard = async (viewer: typeof host) =>
      ids(await store.messages.get(viewer, ["g1", "g2"])).sort();
    expect(await heard({ ...host, blocked })).toEqual(["g2"]);
    expect(await heard({ ...host, blocked: swapped(blocked) })).toEqual(["g1", "g2"]);
    expect(await heard({ ...host, blocked: { users: [], channels: [] } })).toEqual(["g1", "g2"]);
  },
);

test.each(["ba", "ad", "BAD", "bad ", "b%d"])(
  "`%s` is not the blocked person `bad`",
  async (subject) => {
    const store = await opened();
    await commit(store, create({ subject }));
    expect(await listed(store, { ...host, blocked: USERS })).toEqual(["m1"]);
  },
);

describe("to the host with a list of blocked people", () => {
  const listing = { ...host, blocked: USERS };

  test("what is theirs is not counted", async () => {
    const store = await opened();
    await commit(store, create({ id: "theirs", subject: BAD }), create({ id: "mine" }));
    const counted = async (viewer: typeof host) =>
      (await store.memories.counts(viewer)).reduce((sum, { count }) => sum + count, 0);
    expect([await counted(host), await counted(listing)]).toEqual([2, 1]);
  });

  test("a change that is gone is not told, since nobody knows whose it was", async () => {
    const store = await opened();
    await commit(store, create({ id: "gone", thread: "t1" }));
    await commit(store, { type: "purge", id: "gone", expect: 1, reason: "" });
    const told = async (viewer: typeof host) => {
      const { changes } = await store.memories.delta(viewer, { thread: "t1", since: 0, limit: 9 });
      return changes.map(({ memoryId }) => memoryId);
    };
    expect(await told(host)).toContain("gone");
    expect(await told({ ...host, categories: ["preference"] })).toEqual([]);
    expect(await told({ ...userViewer("u1") })).toEqual([]);
    expect(await told(listing)).toEqual([]);
  });

  test("neither a link to what is theirs nor a line of the action log about it is told", async () => {
    const store = await opened();
    await commit(store, create({ id: "theirs", subject: BAD }), create({ id: "mine" }));
    await commit(store, link("mine", "theirs"), {
      type: "record",
      activity: activity({ memoryId: "theirs" }),
    });
    const told = async (viewer: typeof host) => {
      const history = await store.memories.history(viewer, "mine");
      const lines = await store.upkeep.activities(viewer, { limit: 9 });
      return [history.filter(({ event }) => event === "LINK").length, lines.length];
    };
    expect(await told(host)).toEqual([1, 1]);
    expect(await told(listing)).toEqual([0, 0]);
  });
});
