// What only several connections can show, on the real PostgreSQL server that DATABASE_URL names: two stores over
// pools of their own, and a gate that holds one transaction open just before its commit.

import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { freshSchema, type ServerSchema, serverUrl } from "../support/postgres.ts";
import {
  at,
  commit,
  create,
  embed,
  host,
  ids,
  job,
  jobRun,
  keep,
  listed,
  MODEL,
  NOW,
  refusal,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { gated } from "./gated-pool.ts";

const server = serverUrl();
const OPTIONS = { keepsFiles: true, now: () => new Date(0), warn: () => undefined };

let schema: ServerSchema;
let stores: Store[];

async function open(pool: PostgresPool = openPostgresPool(schema.url)): Promise<Store> {
  const store = await openPostgresStore({ ...OPTIONS, pool });
  stores.push(store);
  return store;
}

/** Whether a promise is still open after the others had their turn. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 150, "later"));
  return (await Promise.race([promise.then(settled, settled), later])) === "later";
}

const settled = () => "settled";

async function countOf(text: string): Promise<number> {
  return Number((await schema.pool.query({ text, values: [] })).rows[0]?.["n"]);
}

describe.runIf(server !== undefined)("with a server", () => {
  beforeEach(async () => {
    stores = [];
    schema = await freshSchema(server ?? "");
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await schema.close();
  });

  test("eight connections that open a new database at once make its tables once", async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open()));
    await Promise.all(opened.map((store, n) => commit(store, create({ id: `m${n}` }))));
    expect(await countOf("SELECT count(*) AS n FROM memories")).toBe(8);
  });

  test("behind a pooler that forgets what was prepared, every change is stored once", async () => {
    const pool = openPostgresPool(schema.url);
    const forgetful: PostgresPool = {
      query: (config) => pool.query(config),
      end: () => pool.end(),
      connect: async () => {
        const client = await pool.connect();
        await client.query({ text: "DEALLOCATE ALL", values: [] });
        return client;
      },
    };
    const store = await open(forgetful);
    for (const id of ["m1", "m2", "m3"]) await commit(store, create({ id }));
    expect(await countOf("SELECT count(*) AS n FROM memories")).toBe(3);
    expect(await countOf("SELECT count(*) AS n FROM history")).toBe(3);
  });

  test("behind a pooler that forgets what was prepared, every question is answered", async () => {
    const pool = openPostgresPool(schema.url);
    const asked: (string | undefined)[] = [];
    const forgetful: PostgresPool = {
      ...pool,
      query: async (config) => {
        asked.push(config.name);
        const client = await pool.connect();
        const answer = await client
          .query(config)
          .finally(() => client.query({ text: "DEALLOCATE ALL", values: [] }));
        client.release();
        return answer;
      },
    };
    const store = await open(forgetful);
    await commit(store, create({ id: "m1" }));
    for (let turn = 0; turn < 3; turn++) expect(await listed(store, host)).toEqual(["m1"]);
    expect(asked.some((name) => name !== undefined)).toBe(true);
    expect(asked.at(-1)).toBeUndefined();
  });

  test("a program's own pool serves as it is, whatever it makes of large numbers", async () => {
    const store = await open(new pg.Pool({ connectionString: schema.url }));
    await commit(store, create({ id: "m1", text: "tea" }), embed("m1", [1, 0]));
    expect(await store.memories.get(host, "m1", NOW)).toMatchObject({ id: "m1", version: 1 });
    const words = { terms: ["tea"], filter: {}, look: NOW, limit: 5 };
    expect(ids((await store.search.memoryWords(host, words)).items)).toEqual(["m1"]);
  });

  test("two connections never claim the same job", async () => {
    const [one, two] = [await open(), await open()];
    const all = Array.from({ length: 200 }, (_, n) => job({ id: `j${n}`, key: `k${n}` }));
    await one.jobs.enqueue(all);
    const drain = async (store: Store) => {
      const taken: string[] = [];
      for (;;) {
        const query = { names: ["embed"], now: at(0), leaseUntil: at(9), limit: 7 };
        const claimed = await store.jobs.claim(query);
        if (claimed.length === 0) return taken;
        taken.push(...ids(claimed));
      }
    };
    const taken = (await Promise.all([drain(one), drain(two), drain(one), drain(two)])).flat();
    expect(taken.sort()).toEqual(ids(all).sort());
  });

  /** All begin at one moment: until then a table that each needs is locked. */
  async function startTogether<T>(
    table: "jobs" | "untied",
    starts: (() => Promise<T>)[],
  ): Promise<T[]> {
    const gate = new pg.Client({ connectionString: schema.url });
    await gate.connect();
    await gate.query("BEGIN");
    await gate.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const started = starts.map((start) => start());
    const waiting = "SELECT count(*) AS n FROM pg_locks WHERE NOT granted";
    while (Number((await gate.query(waiting)).rows[0]?.n) < starts.length)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await gate.query("COMMIT");
    await gate.end();
    return Promise.all(started);
  }

  test("of eight workers that start together each claims some, and none what another did", async () => {
    const workers = await Promise.all(Array.from({ length: 8 }, () => open()));
    const [first] = workers;
    const all = Array.from({ length: 80 }, (_, n) =>
      job({ tenant: `t${n % 5}`, id: `j${n}`, key: `k${n}` }),
    );
    await first?.jobs.enqueue(all);
    const query = { names: ["embed"], now: at(0), leaseUntil: at(9), limit: 5 };
    const hauls = await startTogether(
      "jobs",
      workers.map((worker) => () => worker.jobs.claim(query)),
    );
    for (const haul of hauls) expect(haul.length).toBeGreaterThan(0);
    const taken = hauls.flat();
    expect(new Set(ids(taken)).size).toBe(taken.length);
    const left = await first?.jobs.claim({ ...query, limit: 99 });
    expect(ids([...taken, ...(left ?? [])]).sort()).toEqual(ids(all).sort());
  });

  test("of eight workers that gather together none takes what another did", async () => {
    const workers = await Promise.all(Array.from({ length: 8 }, () => open()));
    const named = Array.from({ length: 40 }, (_, n) => `m${n}`);
    const [first] = workers;
    if (first === undefined) throw new Error("Eight were opened.");
    await commit(first, ...named.map((id) => create({ id })), { type: "tie", ids: named });
    await first.files.written(await first.files.waiting(99));
    const gathering = { limit: 10, at: at(0), ids: () => crypto.randomUUID() };
    const counts = await startTogether(
      "untied",
      workers.map((worker) => () => worker.jobs.gather(gathering)),
    );
    expect(Math.max(...counts)).toBe(10);
    let rest = 1;
    while (rest > 0) rest = await first.jobs.gather(gathering);
    const jobs = await first.jobs.list(TENANT, { states: ["queued"], limit: 99 });
    expect(jobs.flatMap(({ payload }) => payload["ids"]).sort()).toEqual(named.sort());
  });

  test("a job that one worker is claiming is passed over by another, which does not wait", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [one, two] = [await open(gate.pool), await open()];
    await two.jobs.enqueue([job(), job({ id: "j2", key: "m2" })]);
    gate.shut();
    const query = { names: ["embed"], now: at(0), leaseUntil: at(9), limit: 1 };
    const slow = one.jobs.claim(query);
    await gate.atGate;
    expect(ids(await two.jobs.claim(query))).toEqual(["j2"]);
    gate.pass();
    expect(ids(await slow)).toEqual(["j1"]);
  });

  test("a job asked for while an equal one is being taken is not lost with it", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [writer, worker] = [await open(gate.pool), await open()];
    await worker.jobs.enqueue([job()]);
    gate.shut();
    const writing = commit(writer, create(), { type: "enqueue", job: job({ id: "j2" }) });
    await gate.atGate;
    // The data is not committed yet: a worker that ran the waiting job now would not see it.
    const query = { names: ["embed"], now: at(0), leaseUntil: at(9), limit: 1 };
    const [early] = await worker.jobs.claim(query);
    if (early !== undefined) await worker.jobs.complete(early, jobRun());
    gate.pass();
    await writing;
    expect(await worker.jobs.claim(query)).toHaveLength(1);
  });

  test("of two connections that revise one version exactly one wins", async () => {
    const [one, two] = [await open(), await open()];
    for (let version = 1; version <= 20; version++) {
      if (version === 1) await commit(one, create({ thread: "t1" }));
      const change = revise({ version: version + 1, text: `text ${version}`, thread: "t1" });
      const results = await Promise.allSettled([commit(one, change), commit(two, change)]);
      const lost = results.flatMap((r) => (r.status === "rejected" ? [r.reason] : []));
      expect(lost).toEqual([expect.objectContaining(refusal("conflict"))]);
    }
    expect(await one.memories.versions(host, "m1")).toHaveLength(21);
    expect((await one.memories.delta(host, { thread: "t1", since: 0, limit: 99 })).revision).toBe(
      21,
    );
  });

  test("a revision waits for a purge of the same version, and finds the memory gone", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [one, two] = [await open(gate.pool), await open()];
    await commit(two, create());
    gate.shut();
    const purging = commit(one, { type: "purge", id: "m1", expect: 1, reason: "" });
    await gate.atGate;
    const revising = commit(two, revise({ version: 2 }));
    expect(await isWaiting(revising)).toBe(true);
    gate.pass();
    await purging;
    await expect(revising).rejects.toMatchObject(refusal("conflict"));
    expect(await countOf("SELECT count(*) AS n FROM memory_versions")).toBe(0);
  });

  test("a purge waits for a revision, and is refused because the version is old", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [one, two] = [await open(gate.pool), await open()];
    await commit(two, create({ thread: "t1" }));
    gate.shut();
    const revising = commit(one, revise({ version: 2, thread: "t2" }));
    await gate.atGate;
    const purging = commit(two, { type: "purge", id: "m1", expect: 1, reason: "" });
    expect(await isWaiting(purging)).toBe(true);
    gate.pass();
    await revising;
    await expect(purging).rejects.toMatchObject(refusal("conflict"));
    expect(await listed(two, host)).toEqual(["m1"]);
  });

  test.each<[string, (store: Store) => Promise<unknown>]>([
    ["purge", (store) => commit(store, { type: "purge", id: "m1", expect: 1, reason: "" })],
    ["erasure", (store) => store.upkeep.erase(TENANT, { memories: ["m1"], messages: [] }, at(1))],
  ])("no vector made while a memory was ended outlives it: %s", async (_what, end) => {
    const gate = gated(openPostgresPool(schema.url));
    const [embedder, other] = [await open(gate.pool), await open()];
    await commit(other, create());
    gate.shut();
    const embedding = commit(embedder, embed("m1", [1, 0]));
    await gate.atGate;
    const ending = end(other);
    expect(await isWaiting(ending)).toBe(true);
    gate.pass();
    await Promise.all([embedding, ending]);
    const left = await other.search.vectors(TENANT, { item: "memory", model: MODEL, ids: ["m1"] });
    expect(left.size).toBe(0);
  });

  test("no vector made while a message was erased outlives it", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [embedder, other] = [await open(gate.pool), await open()];
    await commit(other, keep());
    gate.shut();
    const vector = Float32Array.of(1, 0);
    const embedding = commit(embedder, {
      type: "embed",
      item: "message",
      id: "g1",
      model: MODEL,
      vector,
    });
    await gate.atGate;
    const erasing = other.upkeep.erase(TENANT, { memories: [], messages: ["g1"] }, at(1));
    expect(await isWaiting(erasing)).toBe(true);
    gate.pass();
    await Promise.all([embedding, erasing]);
    expect(await countOf("SELECT count(*) AS n FROM vectors")).toBe(0);
  });

  test("twenty reservations over four connections never pass a budget", async () => {
    const four = await Promise.all(Array.from({ length: 4 }, () => open()));
    const entry = { tenant: TENANT, day: "2026-05-01", user: "u1", model: "m" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        four[n % 4]?.ledger.reserve({ ...entry, model: `m${n % 3}` }, 15, {
          tenant: 100,
          user: 100,
        }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
  });

  test("what is not committed is seen by nobody", async () => {
    const gate = gated(openPostgresPool(schema.url));
    const [one, two] = [await open(gate.pool), await open()];
    gate.shut();
    const writing = commit(one, create({ thread: "t1" }), embed("m1", [1, 0]));
    await gate.atGate;
    const words = { terms: ["tea"], filter: {}, look: NOW, limit: 9 };
    expect(await listed(two, host)).toEqual([]);
    expect((await two.search.memoryWords(host, words)).items).toEqual([]);
    expect((await two.memories.delta(host, { thread: "t1", since: 0, limit: 9 })).revision).toBe(0);
    gate.pass();
    await writing;
    expect(await listed(two, host)).toEqual(["m1"]);
  });

  test("writers that take memories in opposite orders all come through or are told to try again", async () => {
    const [one, two] = [await open(), await open()];
    await commit(one, create({ id: "a", thread: "t1" }), create({ id: "b", thread: "t2" }));
    for (let version = 2; version <= 4; version++) {
      const change = (id: string, thread: string) => revise({ id, thread, version });
      const results = await Promise.allSettled([
        commit(one, change("a", "t3"), change("b", "t3")),
        commit(two, change("b", "t4"), change("a", "t4")),
      ]);
      const outcomes = results.map((r) => (r.status === "fulfilled" ? "ok" : r.reason.code)).sort();
      expect(outcomes).toEqual(["conflict", "ok"]);
    }
  });
});
