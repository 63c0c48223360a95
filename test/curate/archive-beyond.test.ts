// The caps of F9: the newest of each subject stay in use, the rest are archived.

import { expect, test } from "vitest";
import { archiveBeyond } from "../../src/curate/forget.ts";
import { at, commit, create } from "../support/store-conformance/samples.ts";
import { doing, openDesk, stored } from "./support.ts";

const facts = (count: number, subject: string) =>
  Array.from({ length: count }, (_, n) =>
    create({
      id: `${subject}-${n}`,
      kind: "fact",
      subject,
      text: `Line number ${n}`,
      createdAt: at(n),
    }),
  );

test("the newest eighty facts of a subject stay in use and the oldest are archived", async () => {
  const { store, deps } = await openDesk();
  await commit(store, ...facts(83, "u1"), ...facts(5, "u2"));
  expect(await archiveBeyond({ ...doing, kind: "fact", subject: "u1", keep: 80 }, deps)).toBe(3);
  expect(await stored(store, "u1-2")).toMatchObject({ state: "archived" });
  expect(await stored(store, "u1-3")).toMatchObject({ state: "active" });
  expect(await archiveBeyond({ ...doing, kind: "fact", subject: "u1", keep: 80 }, deps)).toBe(0);
});
