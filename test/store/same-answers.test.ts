// One corpus, one set of questions: every database gives the same ids in the same order.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { terms } from "../../src/model/text.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";
import {
  agent,
  at,
  commit,
  create,
  embed,
  host,
  ids,
  MODEL,
  NOW,
} from "../support/store-conformance/samples.ts";
import { postgresStores } from "./postgres-stores.ts";
import { sqliteInFile } from "./sqlite-stores.ts";

const DIMS = 24;
/** Those that come one by one after so many are still beside the index of words in SQLite. */
const MANY = 200;
const WORDS = [
  ..."tea coffee oolong green black cup kettle morning lisbon paris rain train violin chess".split(
    " ",
  ),
  ..."caf\u00e9 S\u00e3o \u6771\u4eac \u7eff\u8336 \u041c\u043e\u0441\u043a\u0432\u0430 \u0986\u09ae\u09bf na\u00efve STRASSE 4711".split(
    " ",
  ),
];

const someText = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 });
/** Whole numbers, because the databases round differently and near-equal scores would change places. */
const someVector = fc.array(fc.integer({ min: -99, max: 99 }), {
  minLength: DIMS,
  maxLength: DIMS,
});
const someMemory = fc.record({
  text: someText.map((words) => words.join(" ")),
  title: fc.constantFrom(...WORDS),
  category: fc.constantFrom("preference", "health", "work"),
  scope: fc.constantFrom("shared", "shared", "bot", "user"),
  user: fc.constantFrom("u1", "u2"),
  tags: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 }),
});

const server = serverUrl();
const openers: readonly (() => Promise<OpenedDatabase>)[] = [
  sqliteInFile,
  postgresStores(pgliteWithVector),
  ...(server === undefined ? [] : [postgresStores(() => freshSchema(server))]),
];
const opened: OpenedDatabase[] = [];

beforeAll(async () => {
  const samples = fc.sample(someMemory, { numRuns: 250, seed: 3 });
  const vectors = fc.sample(someVector, { numRuns: 250, seed: 4 });
  for (const open of openers) {
    const database = await open();
    opened.push(database);
    const list = samples.map((fields, n) =>
      create({ ...fields, id: `m${n}`, createdAt: at(n % 50) }),
    );
    const embedded = vectors.map((vector, n) => embed(`m${n}`, [1, ...vector.slice(1)]));
    const [together, singly] = [list.slice(0, MANY), list.slice(MANY)];
    await commit(database.store, ...together);
    for (const one of singly) await commit(database.store, one);
    await commit(database.store, ...embedded);
    // As a server does by itself after a while; without it the plans are made for empty tables.
    await database.sql("ANALYZE", []);
  }
});

afterAll(async () => {
  for (const database of opened) await database.close();
});

async function answers<T>(ask: (database: OpenedDatabase) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const database of opened) all.push(await ask(database));
  return all;
}

const viewers = [
  ["the host", host],
  ["an agent with a user", agent("bot", "u1")],
  ["an allowlist", { ...agent("bot", "u2"), categories: ["health"] }],
] as const;

describe.each(viewers)("as %s sees it", (_who, viewer) => {
  const queries = fc.sample(someText, { numRuns: 12, seed: 9 });

  test("words find the same ids in the same order, with the same frequencies", async () => {
    for (const query of queries) {
      const asked = { terms: terms(query.join(" ")), filter: {}, look: NOW, limit: 20 };
      const [first, ...rest] = await answers(async ({ store }) => {
        const hits = await store.search.memoryWords(viewer, asked);
        return { ids: ids(hits.items), frequency: [...hits.frequency], total: hits.total };
      });
      expect(first?.ids.length).toBeGreaterThan(0);
      for (const other of rest) expect(other).toEqual(first);
    }
  });

  test("vectors find the same ids in the same order, with the same scores", async () => {
    for (const vector of fc.sample(someVector, { numRuns: 8, seed: 10 })) {
      const query = Float32Array.from([1, ...vector.slice(1)]);
      const asked = { model: MODEL, vector: query, filter: {}, look: NOW, limit: 20 };
      const [first, ...rest] = await answers(async ({ store }) =>
        (await store.search.memoryVectors(viewer, asked)).map((hit) => [
          hit.item.id,
          Number(hit.score.toFixed(4)),
        ]),
      );
      expect(first).toHaveLength(20);
      for (const other of rest) expect(other).toEqual(first);
    }
  });

  test("lists, pages and counts are the same", async () => {
    const [first, ...rest] = await answers(async ({ store }) => {
      const page = { limit: 7, after: "m120" };
      const seesIt = await store.memories.get(viewer, "m120", NOW);
      const query = { filter: {}, look: NOW, page: seesIt === undefined ? { limit: 7 } : page };
      return {
        list: ids(await store.memories.list(viewer, query)),
        counts: await store.memories.counts(viewer),
      };
    });
    expect(first?.list).toHaveLength(7);
    for (const other of rest) expect(other).toEqual(first);
  });
});
