import { test } from "vitest";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema } from "../support/postgres.ts";
import { commit, create, host, NOW, embed, MODEL } from "../support/store-conformance/samples.ts";
import { postgresStores } from "./postgres-stores.ts";
import { sqliteInMemory } from "./sqlite-stores.ts";
const openers = [["sqlite", sqliteInMemory], ["server", postgresStores(() => freshSchema(process.env["DATABASE_URL"]!))], ["pglite", postgresStores(pgliteWithVector)]] as const;
test("t", async () => {
  for (const [n, open] of openers) {
    const { store, ...o } = await open();
    const t0 = performance.now();
    const N = n === "pglite" ? 300 : 1500;
    await commit(store, ...Array.from({ length: N }, (_, i) => create({ id: `m${i}`, text: `tea coffee w${i % 7} x${i}`, tags: ["a", "b"] })));
    await commit(store, ...Array.from({ length: N }, (_, i) => embed(`m${i}`, Array.from({length:384},(_,k)=>Math.sin(k*i+1)))));
    const t1 = performance.now();
    for (let i = 0; i < 10; i++) await store.search.memoryWords(host, { terms: ["tea", "coffe", "w1", "w2", "x5", "rain"], filter: {tags:["a"]}, look: NOW, limit: 20 });
    const t2 = performance.now();
    for (let i = 0; i < 10; i++) await store.search.memoryVectors(host, { model: MODEL, vector: Float32Array.from({length:384},(_,k)=>Math.cos(k*i+1)), filter: {tags:["a"]}, look: NOW, limit: 20 });
    const t3 = performance.now();
    for (let i = 0; i < 10; i++) await store.memories.list(host, { filter: {tags:["a"]}, look: NOW, page: { limit: 20 }});
    const t4 = performance.now();
    console.log(n, N, "commit", t1 - t0, "10 word queries", t2 - t1, "10 vector queries", t3 - t2, "10 lists", t4 - t3);
    await o.close();
  }
}, 300000);
