// Editing, pinning, forgetting and restoring one memory.

import { expect, test } from "vitest";
import { edit, pin, unpin } from "../../src/curate/edit.ts";
import { forget, restore } from "../../src/curate/forget.ts";
import { at, commit, create, host, refusal } from "../support/store-conformance/samples.ts";
import { DAY, doing, openDesk, stored } from "./support.ts";

const input = { ...doing, id: "m1", origin: "user" } as const;

test("an edit is a new version, found by its new words and no longer by the old ones", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ text: "Ana drinks green tea" }));
  const edited = await edit(
    { ...input, set: { text: "Ana drinks coffee", tags: ["drink"] } },
    deps,
  );
  expect(edited).toMatchObject({ version: 2, text: "Ana drinks coffee", tags: ["drink"] });
  const look = { now: at(0) };
  const query = { filter: {}, look, limit: 9 };
  const found = (word: string) => store.search.memoryWords(host, { ...query, terms: [word] });
  expect((await found("coffe")).items).toHaveLength(1);
  expect((await found("tea")).items).toHaveLength(0);
  const history = await store.memories.history(host, "m1");
  expect(history.at(-1)).toMatchObject({
    event: "UPDATE",
    actor: "operator-1",
    old: { text: "Ana drinks green tea" },
    new: { text: "Ana drinks coffee" },
  });
});

test("an edit decided on another version is a conflict and changes nothing", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  await edit({ ...input, set: { importance: 5 } }, deps);
  const stale = edit({ ...input, set: { importance: 1 }, ifVersion: 1 }, deps);
  await expect(stale).rejects.toMatchObject(refusal("conflict"));
  expect(await stored(store, "m1")).toMatchObject({ importance: 5, version: 2 });
});

test("edits that do not depend on a version all arrive when they race", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  await Promise.all([
    edit({ ...input, set: { importance: 5 } }, deps),
    edit({ ...input, set: { category: "drinks" } }, deps),
    pin({ ...doing, id: "m1" }, deps),
  ]);
  expect(await stored(store, "m1")).toMatchObject({
    importance: 5,
    category: "drinks",
    pinned: true,
    version: 4,
  });
});

test("a model's words may not overrule a person's", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ trust: 3 }));
  const attempt = edit({ ...input, origin: "assistant", set: { text: "Ana hates tea" } }, deps);
  await expect(attempt).rejects.toMatchObject(refusal("forbidden"));
  expect(await stored(store, "m1")).toMatchObject({ version: 1 });
});

test("an edit adds its origin and never raises trust", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ origins: ["document"], trust: 1 }));
  const edited = await edit({ ...input, set: { text: "Ana drinks black tea" } }, deps);
  expect(edited).toMatchObject({ origins: ["user", "document"], trust: 1 });
});

test("a secret that someone types into an edit is cut out before it is stored", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  const text = "Ana's card is 4111 1111 1111 1111";
  await edit({ ...input, set: { text } }, deps);
  expect((await stored(store, "m1"))?.text).not.toContain("4111");
});

test("what another tenant remembers cannot be edited, pinned or forgotten", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  const stranger = { ...input, viewer: { ...host, tenant: "other" } };
  for (const act of [
    edit({ ...stranger, set: { importance: 5 } }, deps),
    pin(stranger, deps),
    forget({ ...stranger, purge: true }, deps),
    restore(stranger, deps),
  ])
    await expect(act).rejects.toMatchObject(refusal("not_found"));
  expect(await stored(store, "m1")).toMatchObject({ version: 1, state: "active" });
});

test("pinning twice is one change, and unpinning undoes it", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  await pin({ ...doing, id: "m1" }, deps);
  expect(await pin({ ...doing, id: "m1" }, deps)).toMatchObject({ pinned: true, version: 2 });
  expect(await unpin({ ...doing, id: "m1" }, deps)).toMatchObject({ pinned: false, version: 3 });
});

test("what is forgotten is out of every read, and can be restored for thirty days", async () => {
  const { store, deps, setClock } = await openDesk();
  await commit(store, create());
  const forgotten = await forget({ ...doing, id: "m1", purge: false }, deps);
  expect(forgotten).toEqual({ id: "m1", purgeAt: at(30 * DAY) });
  expect(await store.memories.get(host, "m1", { now: at(1) })).toBeUndefined();
  setClock(29 * DAY);
  expect(await restore({ ...doing, id: "m1" }, deps)).toMatchObject({ state: "active" });
  const back = await store.memories.get(host, "m1", { now: at(1) });
  expect(back).not.toHaveProperty("purgeAt");
  const events = (await store.memories.history(host, "m1")).map(({ event }) => event);
  expect(events).toEqual(["ADD", "DELETE", "RESTORE"]);
});

test("after thirty days a restore is refused", async () => {
  const { store, deps, setClock } = await openDesk();
  await commit(store, create());
  await forget({ ...doing, id: "m1", purge: false }, deps);
  setClock(30 * DAY);
  await expect(restore({ ...doing, id: "m1" }, deps)).rejects.toMatchObject(
    refusal("invalid_input"),
  );
});

test("purging at once leaves no text and no way back", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create());
  await forget({ ...doing, id: "m1", purge: true }, deps);
  expect(await stored(store, "m1")).toBeUndefined();
  expect(await store.upkeep.isErased(host.tenant, "memory", "m1")).toBe(true);
  await expect(restore({ ...doing, id: "m1" }, deps)).rejects.toMatchObject(refusal("not_found"));
});

test("an archived memory and one that was replaced come back without the marks of their end", async () => {
  const { store, deps } = await openDesk();
  const replaced = { state: "superseded", supersededBy: "m3", validTo: at(0) } as const;
  await commit(store, create({ state: "archived" }), create({ id: "m2", ...replaced }));
  expect(await restore({ ...doing, id: "m1" }, deps)).toMatchObject({ state: "active" });
  const back = await restore({ ...doing, id: "m2" }, deps);
  expect(back).not.toHaveProperty("supersededBy");
  expect(back).not.toHaveProperty("validTo");
});
