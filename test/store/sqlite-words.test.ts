// The index of words takes what one commit wrote as one piece: a piece for each item would have to be merged with the
// others later, at several times the cost of writing it. A few new items wait beside it until there are many, and are
// found as if they were in it.

import { describe, expect, onTestFinished, test } from "vitest";
import type { Change } from "../../src/model/change-set.ts";
import { terms } from "../../src/model/text.ts";
import type { Store } from "../../src/ports/store.ts";
import { openSqliteStore } from "../../src/store/open-sqlite.ts";
import {
  at,
  commit,
  create,
  embed,
  host,
  ids,
  keep,
  link,
  NOW,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { SQLITE_OPTIONS, sqliteInFile } from "./sqlite-stores.ts";

async function piecesOf(index: "memory_text" | "message_text", changes: readonly Change[]) {
  const opened = await sqliteInFile();
  onTestFinished(() => opened.close());
  await commit(opened.store, ...changes);
  const items = await opened.sql(`SELECT count(*) AS n FROM ${index}_docsize`, []);
  const pieces = await opened.sql(`SELECT count(DISTINCT segid) AS n FROM ${index}_idx`, []);
  return { items: items[0]?.["n"], pieces: pieces[0]?.["n"] };
}

const NUMBERS = Array.from({ length: 30 }, (_, number) => number);

test("the words of memories, written with their vectors and edges, are one piece", async () => {
  const made = NUMBERS.flatMap((number) => [
    create({ id: `m${number}`, kind: "log", text: `line ${number} about tea` }),
    embed(`m${number}`, [1, number]),
    link(`m${number}`, "m0"),
  ]);
  expect(await piecesOf("memory_text", made)).toEqual({ items: 30, pieces: 1 });
});

test("the words of messages, written with their places in a conversation, are one piece", async () => {
  const said = NUMBERS.flatMap((number): Change[] => [
    keep({ id: `g${number}`, text: `line ${number} about tea` }),
    {
      ...{ type: "buffer", messageId: `g${number}`, channel: "general", buffer: "b1" },
      ...{ at: "2026-05-01T10:00:00.000Z", flushAt: "2026-05-01T10:30:00.000Z" },
    },
    { type: "mined", messageId: `g${number}`, outcome: "nothing" },
  ]);
  expect(await piecesOf("message_text", said)).toEqual({ items: 30, pieces: 1 });
});

async function opened() {
  const made = await sqliteInFile();
  onTestFinished(() => made.close());
  const count = async (table: string) =>
    Number((await made.sql(`SELECT count(*) AS n FROM ${table}`, []))[0]?.["n"]);
  return { ...made, count };
}

const asked = (word: string) => ({ terms: terms(word), filter: {}, look: NOW, limit: 200 });
async function found(store: Store, word: string): Promise<readonly string[]> {
  return ids((await store.search.memoryWords(host, asked(word))).items);
}

const line = (number: number, text = `line ${number} about tea`) =>
  create({ id: `m${number}`, kind: "log", text });

describe("words that wait", () => {
  test("each is found at once, and as well when the thirty-second has let all of them in", async () => {
    const { store, count } = await opened();
    for (let number = 1; number <= 40; number++) {
      await commit(store, line(number));
      expect((await found(store, "tea")).length).toBe(number);
      expect(await found(store, String(number))).toEqual([`m${number}`]);
      const isIn = number >= 32;
      expect(await count("memory_waiting")).toBe(isIn ? number - 32 : number);
      expect(await count("memory_text_docsize")).toBe(isIn ? 32 : 0);
    }
    expect((await found(store, "tea")).slice(0, 2)).toEqual(["m40", "m39"]);
    expect((await found(store, "tea")).slice(-2)).toEqual(["m2", "m1"]);
  });

  test("messages as well, by what was said and by what stood around it", async () => {
    const { store, count } = await opened();
    for (let number = 1; number <= 34; number++)
      await commit(store, keep({ id: `g${number}`, text: `line ${number}` }, "about tea"));
    expect(await count("message_waiting")).toBe(2);
    for (const word of ["line", "tea"])
      expect((await store.search.messageWords(host, asked(word))).items).toHaveLength(34);
  });

  test("a word is as frequent as if all were in the index", async () => {
    const { store } = await opened();
    await commit(store, ...Array.from({ length: 20 }, (_, number) => line(number)));
    await commit(store, line(20));
    const { frequency } = await store.search.memoryWords(host, asked("tea"));
    expect(frequency.get("tea")).toBe(21);
  });

  test.each(["waits", "was let in"])(
    "what is reworded while it %s is found by its new words alone",
    async (how) => {
      const { store } = await opened();
      const others = how === "waits" ? 3 : 40;
      for (let number = 0; number < others; number++) await commit(store, line(number));
      await commit(store, revise({ id: "m1", kind: "log", version: 2, text: "now it is coffee" }));
      expect(await found(store, "coffee")).toEqual(["m1"]);
      expect(await found(store, "tea")).not.toContain("m1");
      for (let number = others; number < others + 32; number++) await commit(store, line(number));
      expect(await found(store, "coffee")).toEqual(["m1"]);
      expect(await found(store, "tea")).not.toContain("m1");
      expect((await found(store, "tea")).length).toBe(others + 31);
    },
  );

  test("what is erased while it waits leaves no word behind", async () => {
    const { store, sql, count } = await opened();
    await commit(store, line(1, "the walnut chest"), line(2));
    await store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1));
    expect(await found(store, "walnut")).toEqual([]);
    expect(JSON.stringify(await sql("SELECT * FROM memory_waiting", []))).not.toContain("walnut");
    expect(await count("memory_waiting")).toBe(1);
  });

  test("another process finds them, and goes on counting where this one was", async () => {
    const { store, path, count } = await opened();
    for (let number = 1; number <= 20; number++) await commit(store, line(number));
    const other = await openSqliteStore({ ...SQLITE_OPTIONS, path });
    onTestFinished(() => other.close());
    expect(await found(other, "tea")).toHaveLength(20);
    for (let number = 21; number <= 32; number++)
      await commit(number % 2 === 0 ? other : store, line(number));
    expect(await count("memory_waiting")).toBe(0);
    for (const one of [store, other]) expect(await found(one, "tea")).toHaveLength(32);
  });

  test("one that stands in the index already keeps nobody else from being stored", async () => {
    const { store, sql } = await opened();
    await commit(store, line(1));
    await sql(
      "INSERT INTO memory_text (rowid, tenant, body, context) VALUES (1, 'x', 'y', '')",
      [],
    );
    for (let number = 2; number <= 33; number++) await commit(store, line(number));
    expect(await found(store, "tea")).toHaveLength(33);
  });

  test("a long text does not wait: every search would read it through", async () => {
    const { store, count } = await opened();
    const words = Array.from({ length: 600 }, (_, number) => `word${number}`);
    await commit(store, line(1, words.join(" ")), line(2));
    expect([await count("memory_waiting"), await count("memory_text_docsize")]).toEqual([0, 2]);
    expect(await found(store, "word599")).toEqual(["m1"]);
  });

  test("of another tenant none is found", async () => {
    const { store } = await opened();
    await commit(store, line(1));
    const viewer = { ...host, tenant: "other" };
    expect((await store.search.memoryWords(viewer, asked("tea"))).items).toEqual([]);
  });
});
