// The walls around a view, each alone: the tenant, whatever else is the same; the scope, whoever the memory in it
// belongs to; and the state, also when looking back.

import { expect, onTestFinished, test } from "vitest";
import type { Viewer } from "../../src/model/viewer.ts";
import type { Store } from "../../src/ports/store.ts";
import {
  agent,
  at,
  commit,
  create,
  host,
  ids,
  keep,
  listed,
  userViewer,
} from "../support/store-conformance/samples.ts";
import { sqliteInMemory } from "./sqlite-stores.ts";

const VIEWERS: readonly (readonly [string, Viewer])[] = [
  ["an agent", agent("scout")],
  ["an agent with a user", agent("scout", "u1")],
  ["a user", userViewer("u1")],
];

async function opened(): Promise<Store> {
  const { store, close } = await sqliteInMemory();
  onTestFinished(close);
  return store;
}

const heard = async (store: Store, viewer: Viewer, asked: readonly string[]) =>
  ids(await store.messages.get(viewer, asked)).toSorted();

test.each(VIEWERS)(
  "%s of another tenant sees nothing, though all names are the same",
  async (_, viewer) => {
    const store = await opened();
    const places = [
      { scope: "shared" },
      { scope: "scout" },
      { scope: "user", user: "u1" },
    ] as const;
    await commit(
      store,
      ...places.map((place, n) => create({ id: `m${n}`, ...place })),
      ...places.map((place, n) => keep({ id: `g${n}`, ...place })),
    );
    expect((await listed(store, viewer)).length).toBeGreaterThan(1);
    expect((await heard(store, viewer, ["g0", "g1", "g2"])).length).toBeGreaterThan(1);
    const stranger = { ...viewer, tenant: "acme2" };
    expect(await listed(store, stranger)).toEqual([]);
    expect(await heard(store, stranger, ["g0", "g1", "g2"])).toEqual([]);
  },
);

test.each([
  ["the user it belongs to", userViewer("u1")],
  ["another agent that serves this user", agent("scout", "u1")],
])("what an agent keeps for itself about a user is not shown to %s", async (_, viewer) => {
  const store = await opened();
  await commit(
    store,
    create({ id: "own", scope: "guide", user: "u1" }),
    create({ id: "theirs", scope: "user", user: "u1" }),
    keep({ id: "g-own", scope: "guide", user: "u1" }),
    keep({ id: "g-theirs", scope: "user", user: "u1" }),
  );
  expect(await listed(store, viewer)).toEqual(["theirs"]);
  expect(await heard(store, viewer, ["g-own", "g-theirs"])).toEqual(["g-theirs"]);
});

test.each(["soft_deleted", "archived", "disputed"] as const)(
  "what is %s is not shown to who asks what was true in its time",
  async (state) => {
    const store = await opened();
    const time = { validFrom: at(0), validTo: at(10) };
    await commit(
      store,
      create({ id: "replaced", state: "superseded", ...time }),
      create({ id: "ended", state, ...time }),
    );
    const look = { now: at(20), validAt: at(5) };
    const page = { limit: 9 };
    expect(ids(await store.memories.list(host, { filter: {}, look, page }))).toEqual(["replaced"]);
  },
);
