// The caps of F9: the newest of each subject stay in use, the rest are archived.

import { expect, test } from "vitest";
import { archiveAllBeyond, archiveBeyond } from "../../src/curate/archive-beyond.ts";
import { LORE_SUBJECT } from "../../src/model/kinds.ts";
import { at, commit, create, host } from "../support/store-conformance/samples.ts";
import { doing, openDesk, stored } from "./support.ts";

const facts = (count: number, subject: string) =>
  Array.from({ length: count }, (_, n) =>
    create({
      id: `${subject}-${n}`,
      kind: subject === LORE_SUBJECT ? "lore" : "fact",
      subject,
      text: `Line number ${n}`,
      createdAt: at(n),
    }),
  );

test("the newest eighty facts of a subject stay in use and the oldest are archived", async () => {
  const { store, deps } = await openDesk();
  await commit(store, ...facts(83, "u1"), ...facts(5, "u2"));
  expect(await archiveBeyond({ ...doing, kind: "fact", subject: "u1" }, deps)).toBe(3);
  expect(await stored(store, "u1-2")).toMatchObject({ state: "archived" });
  expect(await stored(store, "u1-3")).toMatchObject({ state: "active" });
  expect(await archiveBeyond({ ...doing, kind: "fact", subject: "u1" }, deps)).toBe(0);
});

test("a sweep archives every subject and the lore, each by its own cap, and no pinned line", async () => {
  const { store, deps } = await openDesk();
  const pinned = create({
    id: "old",
    kind: "fact",
    subject: "u1",
    pinned: true,
    createdAt: at(-9),
  });
  await commit(store, pinned, ...facts(81, "u1"), ...facts(122, LORE_SUBJECT));
  expect(await archiveAllBeyond(doing, deps)).toBe(3);
  expect(await stored(store, "old")).toMatchObject({ state: "active" });
  const counts = await store.memories.counts(host);
  expect(counts.filter(({ state }) => state === "active")).toMatchObject([
    { kind: "fact", count: 81 },
    { kind: "lore", count: 120 },
  ]);
});
