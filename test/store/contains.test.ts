// The filter `contains`: words are found however they are written, what has signs in it only as it stands.

import { expect, onTestFinished, test } from "vitest";
import { commit, create, host, ids, NOW } from "../support/store-conformance/samples.ts";
import { sqliteInMemory } from "./sqlite-stores.ts";

test.each([
  ["TÉA", "Green tea in the morning", true],
  ["cafe\u0301", "The Café is closed", true],
  ["coffee", "Green tea in the morning", false],
  ["C++", "I write C++ at night", true],
  ["C++", "I write C at night", false],
  ["c++", "I write C++ at night", false],
  ["tea!", "More tea!", true],
  ["tea!", "More tea", false],
  ["!tea", "More tea", false],
  ["(7 p.m.)", "It begins late (7 p.m.)", true],
  ["(7 p.m.)", "It begins late, 7 p.m.", false],
  ["100%_sure", "He is 100%_sure", true],
  ["100%_sure", "He is 100 and sure", false],
])("`%s` in `%s`: %s", async (contains, text, isFound) => {
  const { store, close } = await sqliteInMemory();
  onTestFinished(close);
  await commit(store, create({ text }));
  const query = { filter: { contains }, look: NOW, page: { limit: 9 } };
  expect(ids(await store.memories.list(host, query))).toEqual(isFound ? ["m1"] : []);
});
