// A message is also found by the words before it. When those are erased, the messages that repeat them forget them and
// stay as findable as they were by their own words and by the rest of what surrounds them.

import { afterEach, beforeEach, expect, test } from "vitest";
import type { Change } from "../../src/model/change-set.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import {
  at,
  commit,
  commitIn,
  host,
  ids,
  keep,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

const SAID = "The walnut cupboard stands behind the second door on the left";

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await sqliteInFile();
});
afterEach(() => opened.close());

const answer = (id: string, context: string, fields = {}) =>
  keep({ id, text: `Nice ${id}`, ...fields }, context);

async function contextOf(id: string, tenant = TENANT): Promise<unknown> {
  const [row] = await opened.sql("SELECT context FROM messages WHERE tenant = ? AND id = ?", [
    tenant,
    id,
  ]);
  return row?.["context"];
}

async function found(...terms: readonly string[]): Promise<readonly string[]> {
  const query = { terms, filter: {}, look: { now: at(1) }, limit: 9 };
  return ids((await opened.store.search.messageWords(host, query)).items).toSorted();
}

const erase = () => opened.store.upkeep.erase(TENANT, { memories: [], messages: ["gone"] }, at(1));

test.each([
  ["the whole of it", SAID],
  ["its beginning", SAID.slice(0, 30)],
  ["as little as was looked for", SAID.slice(0, 16)],
])("a context that ends with %s ends before it afterwards", async (_, piece) => {
  await commit(opened.store, keep({ id: "gone", text: SAID }), answer("g2", `Bob Friday ${piece}`));
  await erase();
  expect(await contextOf("g2")).toBe("Bob Friday");
});

test("a short message is taken out of a context too", async () => {
  await commit(opened.store, keep({ id: "gone", text: "Yes" }), answer("g2", "Bob Friday Yes"));
  await erase();
  expect(await contextOf("g2")).toBe("Bob Friday");
});

test.each([
  ["another message", "Bob Friday The walnut tree is tall"],
  ["the same words, but not at its end", `Bob Friday ${SAID} and so on`],
  ["the words as a part of another word", `Bob Friday-${SAID}`],
  ["nothing", ""],
])("a context that holds %s stays as it is", async (_, context) => {
  await commit(opened.store, keep({ id: "gone", text: SAID }), answer("g2", context));
  await erase();
  expect(await contextOf("g2")).toBe(context);
});

test.each([
  ["in the index of words", 2],
  ["not in it yet", 1],
])(
  "the words are no longer found in the answer, %s, and the answer is found by its own",
  async (_, indexed) => {
    const { store, sql } = opened;
    if (indexed === 1) await commit(store, keep({ id: "g1", text: "hello" }));
    await commit(store, keep({ id: "gone", text: SAID }), answer("g2", `Bob Friday ${SAID}`));
    expect(await sql("SELECT count(*) AS n FROM message_text", [])).toEqual([{ n: indexed }]);
    expect(await found("walnut")).toEqual(["g2", "gone"]);
    await erase();
    expect(await found("walnut")).toEqual([]);
    expect(await found("nice")).toEqual(["g2"]);
    expect(await found("bob")).toEqual(["g2"]);
  },
);

test("an answer that is held back from search is not found by it afterwards", async () => {
  const held: Change = { ...answer("g2", `Bob Friday ${SAID}`), searchable: false } as Change;
  await commit(opened.store, keep({ id: "gone", text: SAID }), held);
  await erase();
  expect(await contextOf("g2")).toBe("Bob Friday");
  expect(await found("nice")).toEqual([]);
  expect(await opened.sql("SELECT count(*) AS n FROM message_text", [])).toEqual([{ n: 0 }]);
});

test("every answer forgets it, and nothing said before, elsewhere or by another tenant changes", async () => {
  const context = `Bob Friday ${SAID}`;
  await commit(opened.store, answer("earlier", context));
  await commitIn(opened.store, "acme2", [
    keep({ tenant: "acme2", id: "gone", text: SAID }),
    answer("g2", context, { tenant: "acme2" }),
  ]);
  await commit(
    opened.store,
    keep({ id: "gone", text: SAID }),
    ...["g2", "g3", "g4"].map((id) => answer(id, context)),
    answer("elsewhere", context, { channel: "other" }),
  );
  await erase();
  for (const id of ["g2", "g3", "g4"]) expect(await contextOf(id)).toBe("Bob Friday");
  for (const id of ["earlier", "elsewhere"]) expect(await contextOf(id)).toBe(context);
  expect(await contextOf("g2", "acme2")).toBe(context);
});

test("what another tenant said under the same id, and much else of it, keeps no answer from forgetting", async () => {
  const tenant = "acme2";
  const theirs = (id: string) => keep({ tenant, id, text: "Something else entirely" });
  await commitIn(opened.store, tenant, [theirs("gone")]);
  await commit(opened.store, keep({ id: "gone", text: SAID }));
  await commitIn(
    opened.store,
    tenant,
    Array.from({ length: 20 }, (_, n) => theirs(`between-${n}`)),
  );
  await commit(opened.store, answer("g2", `Bob Friday ${SAID}`));
  await erase();
  expect(await contextOf("g2")).toBe("Bob Friday");
});

test("erasing a message that is not there changes no context", async () => {
  await commit(opened.store, answer("g2", `Bob Friday ${SAID}`));
  await erase();
  expect(await contextOf("g2")).toBe(`Bob Friday ${SAID}`);
});
