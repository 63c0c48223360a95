// N12: where pgvector cannot be had there is one warning, words still find, and everything else works.

import { afterEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { pgliteWithoutVector } from "../support/pglite.ts";
import {
  commit,
  create,
  embed,
  host,
  ids,
  listed,
  MODEL,
  NOW,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(): Promise<{ store: Store; warnings: string[] }> {
  const { pool, close } = await pgliteWithoutVector();
  closing.push(close);
  const warnings: string[] = [];
  const store = await openPostgresStore({
    pool,
    keepsFiles: false,
    now: () => new Date(0),
    warn: (message) => warnings.push(message),
  });
  return { store, warnings };
}

describe("PostgreSQL without pgvector", () => {
  test("is told once, and shown in the store's own description", async () => {
    const { store, warnings } = await open();
    await commit(store, create(), embed("m1", [1, 0]));
    await commit(store, create({ id: "m2" }), embed("m2", [1, 0]));
    expect(warnings).toEqual([expect.stringContaining("pgvector")]);
    expect(await store.info()).toMatchObject({ vectors: "unavailable" });
  });

  test("writes, reads, revises, purges and finds by words", async () => {
    const { store } = await open();
    await commit(store, create(), create({ id: "m2", text: "black coffee" }), embed("m1", [1, 0]));
    await commit(store, revise({ version: 2, text: "white tea" }));
    const words = { terms: ["tea"], filter: {}, look: NOW, limit: 9 };
    expect(ids((await store.search.memoryWords(host, words)).items)).toEqual(["m1"]);
    await commit(store, { type: "purge", id: "m1", expect: 2, reason: "" });
    expect(await listed(store, host)).toEqual(["m2"]);
  });

  test("finds nothing by meaning, without an error", async () => {
    const { store } = await open();
    await commit(store, create(), embed("m1", [1, 0]));
    const query = { model: MODEL, filter: {}, look: NOW, limit: 9 };
    const near = await store.search.memoryVectors(host, {
      ...query,
      vector: Float32Array.of(1, 0),
    });
    expect(near).toEqual([]);
    const held = await store.search.vectors(TENANT, { item: "memory", model: MODEL, ids: ["m1"] });
    expect(held.size).toBe(0);
  });
});
