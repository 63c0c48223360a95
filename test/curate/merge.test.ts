// Merging several memories into one, and undoing it.

import { expect, test } from "vitest";
import { merge, unmerge } from "../../src/curate/merge.ts";
import {
  at,
  commit,
  commitIn,
  create,
  host,
  refusal,
} from "../support/store-conformance/samples.ts";
import { doing, openDesk, stored } from "./support.ts";

const input = { ...doing, ids: ["m1", "m2"], into: "summary" } as const;

async function withTwoNotes() {
  const desk = await openDesk();
  await commit(
    desk.store,
    create({ text: "Ana likes tea", tags: ["a"], confidence: 0.9, expiresAt: at(90) }),
    create({ id: "m2", text: "Ana has a kettle", tags: ["b"], confidence: 0.6, importance: 4 }),
  );
  return desk;
}

test("merged notes become one summary that the originals point to", async () => {
  const { store, deps } = await withTwoNotes();
  const merged = await merge(input, deps);
  expect(merged).toMatchObject({
    kind: "summary",
    text: "Ana likes tea Ana has a kettle",
    tags: ["a", "b"],
    confidence: 0.6,
    importance: 4,
    derivedFrom: ["m1", "m2"],
  });
  for (const id of ["m1", "m2"])
    expect(await stored(store, id)).toMatchObject({ state: "superseded", supersededBy: merged.id });
  expect((await store.memories.history(host, "m1")).at(-1)).toMatchObject({ event: "MERGE" });
});

test.each<[string, readonly string[]]>([
  ["one id", ["m1"]],
  ["the same id twice", ["m1", "m1"]],
  ["no id", []],
])("merging %s is refused", async (_what, ids) => {
  const { store, deps } = await withTwoNotes();
  await expect(merge({ ...input, ids }, deps)).rejects.toMatchObject(refusal("invalid_input"));
  expect(await stored(store, "m1")).toMatchObject({ state: "active" });
});

test("an unknown id, or one of another tenant, is refused and nothing is merged", async () => {
  const { store, deps } = await withTwoNotes();
  await commitIn(store, "other", [create({ id: "theirs", tenant: "other" })]);
  for (const id of ["nobody", "theirs"])
    await expect(merge({ ...input, ids: ["m1", id] }, deps)).rejects.toMatchObject(
      refusal("not_found"),
    );
  expect(await stored(store, "m1")).toMatchObject({ state: "active" });
});

test("what is private to one person does not merge with what others see", async () => {
  const { store, deps } = await withTwoNotes();
  await commit(store, create({ id: "mine", scope: "user", user: "u1" }));
  await expect(merge({ ...input, ids: ["m1", "mine"] }, deps)).rejects.toMatchObject(
    refusal("invalid_input"),
  );
});

test("the trust of a merge is the lowest and its origins are all of its parents'", async () => {
  const { store, deps } = await withTwoNotes();
  await commit(store, create({ id: "m3", origins: ["document"], trust: 1 }));
  expect(await merge({ ...input, ids: ["m1", "m3"] }, deps)).toMatchObject({
    origins: ["user", "document"],
    trust: 1,
  });
});

test("a merge expires only when all of its originals would have", async () => {
  const { store, deps } = await withTwoNotes();
  await commit(store, create({ id: "m3", expiresAt: at(30) }));
  expect(await merge({ ...input, ids: ["m1", "m3"] }, deps)).toMatchObject({ expiresAt: at(90) });
});

test("facts of one kind merge into that kind; facts and logs do not", async () => {
  const { store, deps } = await withTwoNotes();
  const fact = { kind: "fact", subject: "u1" } as const;
  await commit(
    store,
    create({ id: "f1", text: "Ana likes tea.", ...fact }),
    create({ id: "f2", text: "Ana likes green tea.", ...fact }),
  );
  const same = { ...input, into: "same_kind", text: "Ana likes green tea." } as const;
  await expect(merge({ ...same, ids: ["m1", "f1"] }, deps)).rejects.toMatchObject(
    refusal("invalid_input"),
  );
  expect(await merge({ ...same, ids: ["f1", "f2"] }, deps)).toMatchObject({
    kind: "fact",
    subject: "u1",
    text: "Ana likes green tea.",
  });
});

test("unmerging brings the originals back and ends the merged one", async () => {
  const { store, deps } = await withTwoNotes();
  const merged = await merge(input, deps);
  const back = await unmerge({ ...doing, id: merged.id }, deps);
  expect(back.map(({ id }) => id).sort()).toEqual(["m1", "m2"]);
  expect(await stored(store, merged.id)).toMatchObject({ state: "soft_deleted" });
  expect(await stored(store, "m1")).toMatchObject({ state: "active", text: "Ana likes tea" });
});

test("only the result of a merge can be unmerged", async () => {
  const { deps } = await withTwoNotes();
  await expect(unmerge({ ...doing, id: "m1" }, deps)).rejects.toMatchObject(
    refusal("invalid_input"),
  );
});
