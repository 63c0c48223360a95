// The index of words takes what one commit wrote as one piece: a piece for each item would have to be merged with the
// others later, at several times the cost of writing it. A few new items wait beside it until there are many, and are
// found as if they were in it.

import { describe, expect, onTestFinished, test } from "vitest";
import type { Change } from "../../src/model/change-set.ts";
import { terms } from "../../src/model/text.ts";
import type { Store } from "../../src/ports/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
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
  const count = async (from: string) =>
    Number((await made.sql(`SELECT count(*) AS n FROM ${from}`, []))[0]?.["n"]);
  return { ...made, count };
}

const WAITING = {
  memory: "memories WHERE seq > (SELECT seq FROM indexed_up_to WHERE item = 'memory')",
  message: "messages WHERE seq > (SELECT seq FROM indexed_up_to WHERE item = 'message')",
};

const asked = (word: string) => ({ terms: terms(word), filter: {}, look: NOW, limit: 200 });
async function found(store: Store, word: string): Promise<readonly string[]> {
  return ids((await store.search.memoryWords(host, asked(word))).items);
}

const line = (number: number, text = `line ${number} about tea`) =>
  create({ id: `m${number}`, kind: "log", text });

describe("words that wait", () => {
  test("each is found at once, and as well when so many came that all of them were let in", async () => {
    const { store, count } = await opened();
    for (let number = 1; number <= 40; number++) {
      await commit(store, line(number));
      expect((await found(store, "tea")).length).toBe(number);
      expect(await found(store, String(number))).toEqual([`m${number}`]);
      // The first of a process goes in with what others left, then every thirty-second.
      const letIn = number > 32 ? 33 : 1;
      expect(await count(WAITING.memory)).toBe(number - letIn);
      expect(await count("memory_text_docsize")).toBe(letIn);
    }
    expect((await found(store, "tea")).slice(0, 2)).toEqual(["m40", "m39"]);
    expect((await found(store, "tea")).slice(-2)).toEqual(["m2", "m1"]);
  });

  test("by what stands around them as well", async () => {
    const { store, count } = await opened();
    await commit(store, line(1));
    const tags = ["two words", "a\nwalnut"];
    const around = { title: "The garden", section: "interests", tags } as const;
    await commit(store, create({ id: "m2", kind: "log", text: "other", ...around }));
    expect(await count(WAITING.memory)).toBe(1);
    for (const word of ["garden", "interests", "words", "walnut"])
      expect(await found(store, word)).toEqual(["m2"]);
  });

  test("messages as well, by what was said and by what stood around it", async () => {
    const { store, count } = await opened();
    for (let number = 1; number <= 35; number++)
      await commit(store, keep({ id: `g${number}`, text: `line ${number}` }, "about tea"));
    expect(await count(WAITING.message)).toBe(2);
    for (const word of ["line", "tea"])
      expect((await store.search.messageWords(host, asked(word))).items).toHaveLength(35);
  });

  test("messages that are held back from search do not pile up before those that are not", async () => {
    const { store, count } = await opened();
    for (let number = 1; number <= 40; number++) {
      const held = { ...keep({ id: `g${number}`, text: "tea" }), searchable: false } as Change;
      await commit(store, held);
    }
    expect(await count(WAITING.message)).toBe(7);
    expect(await count("message_text_docsize")).toBe(0);
    expect((await store.search.messageWords(host, asked("tea"))).items).toEqual([]);
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
      const others = how === "waits" ? 3 : 34;
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

  test("what is erased while it waits is in no table", async () => {
    const { store, sql, count } = await opened();
    for (const change of [line(1), line(2, "the walnut chest"), line(3)])
      await commit(store, change);
    await store.upkeep.erase(TENANT, { memories: ["m2"], messages: [] }, at(1));
    expect(await found(store, "walnut")).toEqual([]);
    expect(await count(WAITING.memory)).toBe(1);
    for (const table of ["memories", "memory_text", "memory_versions"])
      expect(JSON.stringify(await sql(`SELECT * FROM ${table}`, []))).not.toContain("walnut");
  });

  test("another process finds them, and lets them in with the first that it writes", async () => {
    const { store, path, count } = await opened();
    for (let number = 1; number <= 20; number++) await commit(store, line(number));
    const other = await openSqliteStore({ ...SQLITE_OPTIONS, path });
    onTestFinished(() => other.close());
    expect(await found(other, "tea")).toHaveLength(20);
    expect(await count(WAITING.memory)).toBe(19);
    await commit(other, line(21));
    expect(await count(WAITING.memory)).toBe(0);
    for (let number = 22; number <= 50; number++)
      await commit(number % 2 === 0 ? other : store, line(number));
    for (const one of [store, other]) expect(await found(one, "tea")).toHaveLength(50);
  });

  test("one that stands in the index already keeps nobody else from being stored", async () => {
    const { store, sql } = await opened();
    for (const number of [1, 2]) await commit(store, line(number));
    const stray = "INSERT INTO memory_text (rowid, tenant, body, context) VALUES (2, 'x', 'y', '')";
    await sql(stray, []);
    for (let number = 3; number <= 36; number++) await commit(store, line(number));
    expect(await found(store, "tea")).toHaveLength(36);
  });

  test("nor does one whose tags cannot be read", async () => {
    const { store, sql } = await opened();
    for (const number of [1, 2]) await commit(store, line(number));
    await sql("UPDATE memories SET tags = '[not json' WHERE id = 'm2'", []);
    await commit(store, line(3, "only coffee"));
    expect(await found(store, "coffee")).toEqual(["m3"]);
    for (let number = 4; number <= 36; number++) await commit(store, line(number, "cocoa"));
    expect(await found(store, "cocoa")).toHaveLength(33);
  });

  test("a file that lost the mark finds everything, and makes a new one", async () => {
    const { store, sql, count } = await opened();
    for (let number = 1; number <= 10; number++) await commit(store, line(number));
    await sql("DELETE FROM indexed_up_to", []);
    expect(await found(store, "tea")).toHaveLength(10);
    expect((await store.search.memoryWords(host, asked("tea"))).frequency.get("tea")).toBe(10);
    for (let number = 11; number <= 40; number++) await commit(store, line(number));
    expect(await count(WAITING.memory)).toBe(7);
    expect(await found(store, "tea")).toHaveLength(40);
  });

  test("a long text does not wait: every search would read it through", async () => {
    const { store, count } = await opened();
    const words = Array.from({ length: 600 }, (_, number) => `word${number}`);
    for (const change of [line(0), line(1, words.join(" "))]) await commit(store, change);
    await commit(store, line(2));
    expect([await count(WAITING.memory), await count("memory_text_docsize")]).toEqual([1, 2]);
    expect(await found(store, "word599")).toEqual(["m1"]);
  });

  test("of another tenant none is found", async () => {
    const { store } = await opened();
    await commit(store, line(1));
    const viewer = { ...host, tenant: "other" };
    expect((await store.search.memoryWords(viewer, asked("tea"))).items).toEqual([]);
  });
});
