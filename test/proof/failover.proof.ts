// A primary that is killed under load from two nodes, and its synchronous standby that takes its place: nothing that was
// acknowledged is lost, no job is done twice, and both nodes work again within half a minute.

import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryError } from "../../src/errors.ts";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { type PrivatePostgres, privatePostgres } from "./private-postgres.ts";

const MINUTE = 60_000;
const WRITERS = 4;
const JOBS = 2_000;
const LEASE_MS = 3_000;
/** Before the kill, and after the nodes work again. */
const UNDER_LOAD_MS = 3_000;

let primary: PrivatePostgres;
let standby: PrivatePostgres;

beforeAll(async () => {
  primary = await privatePostgres();
  await primary.run("CREATE EXTENSION vector");
  standby = await primary.standby();
  await primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.run("SELECT pg_reload_conf()");
}, 3 * MINUTE);
afterAll(() => {
  standby?.close();
  primary?.close();
});

/** Both servers, the primary first, as an operator writes them. */
function bothUrl(): string {
  const [one, two] = [new URL(primary.url), new URL(standby.url)];
  return `postgres://${one.username}@${one.host},${two.host}${one.pathname}?target_session_attrs=read-write`;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of what a server that dies may refuse; anything else is a fault of ours. */
function isExpected(thrown: unknown): boolean {
  return thrown instanceof MemoryError && thrown.code === "store_unavailable";
}

type Load = { isOver: boolean; acknowledged: string[]; refused: number; lastAt: number };

/** Adds notes one after the other, each once; what failed was not acknowledged, and is not tried again. */
async function add(node: MemoryEngine, tenant: string, load: Load): Promise<void> {
  for (let n = 0; !load.isOver; n++) {
    const text = `Note ${n} of ${tenant} is kept.`;
    try {
      const { stored } = await node.remember({ tenant, kind: "lore", text });
      for (const { id } of stored) load.acknowledged.push(`${tenant} ${id}`);
      load.lastAt = Date.now();
    } catch (thrown) {
      if (!isExpected(thrown)) throw thrown;
      load.refused += 1;
    }
  }
}

/** Takes jobs and completes them; each acknowledgement is counted. */
async function work(store: Store, load: Load, done: Map<string, number>): Promise<void> {
  // A job whose end nobody heard of may be done all the same: then it is no longer there.
  while (!(load.isOver && (await isEmpty(store)))) {
    try {
      await workOnce(store, done);
    } catch (thrown) {
      if (!isExpected(thrown)) throw thrown;
    }
  }
}

async function workOnce(store: Store, done: Map<string, number>): Promise<void> {
  const now = new Date().toISOString();
  const leaseUntil = new Date(Date.now() + LEASE_MS).toISOString();
  const claimed = await store.jobs.claim({ names: ["proof"], now, leaseUntil, limit: 4 });
  if (claimed.length === 0) await pause(100);
  for (const job of claimed) {
    const run = { tenant: job.tenant, name: job.name, key: job.key, outcome: "ok" } as const;
    if (await store.jobs.complete(job, { ...run, startedAt: now, endedAt: now, detail: {} }))
      done.set(job.id, (done.get(job.id) ?? 0) + 1);
  }
}

async function isEmpty(store: Store): Promise<boolean> {
  return (await store.jobs.waiting(["proof"]).catch(() => 1)) === 0;
}

test(
  "a primary that dies takes nothing with it that was acknowledged",
  async () => {
    const url = bothUrl();
    const open = () => createMemory({ url, upkeep: false, warn: () => undefined });
    const nodes = [await open(), await open()];
    const stores = await Promise.all(
      [1, 2].map(() =>
        openPostgresStore({
          pool: openPostgresPool(url),
          keepsFiles: false,
          now: () => new Date(),
          warn: () => undefined,
        }),
      ),
    );
    const at = new Date(0).toISOString();
    const [first] = stores;
    await first?.jobs.enqueue(
      Array.from({ length: JOBS }, (_, n) => ({
        ...{
          tenant: `t${n % 7}`,
          id: `j${n}`,
          name: "proof",
          key: `k${n}`,
          payload: {},
          runAt: at,
        },
      })),
    );
    const load: Load = { isOver: false, acknowledged: [], refused: 0, lastAt: 0 };
    const done = new Map<string, number>();
    const running = Promise.all([
      ...nodes.flatMap((node, n) =>
        Array.from({ length: WRITERS }, (_, writer) => add(node, `n${n}w${writer}`, load)),
      ),
      ...stores.map((store) => work(store, load, done)),
    ]);
    await pause(UNDER_LOAD_MS);
    const before = load.acknowledged.length;
    const killedAt = Date.now();
    primary.stop("immediate");
    standby.promote();
    const isBack = () => load.lastAt > killedAt && load.acknowledged.length > before + WRITERS;
    while (!isBack() && Date.now() - killedAt < MINUTE) await pause(20);
    const backAfterMs = Date.now() - killedAt;
    await pause(UNDER_LOAD_MS);
    load.isOver = true;
    await running;
    const kept = await Promise.all(
      load.acknowledged.map(async (line) => {
        const [tenant = "", id = ""] = line.split(" ");
        return (await nodes[0]?.get({ tenant, id })) !== undefined;
      }),
    );
    const runs = await standby.run(
      "SELECT count(*) AS n FROM job_runs GROUP BY tenant, job_key HAVING count(*) > 1",
    );
    expect(before).toBeGreaterThan(0);
    expect(kept.filter((isKept) => !isKept)).toEqual([]);
    expect([...done.values()].filter((times) => times > 1)).toEqual([]);
    expect(runs).toEqual([]);
    expect(await first?.jobs.waiting(["proof"])).toBe(0);
    expect(backAfterMs).toBeLessThan(30_000);
    await Promise.all([
      ...nodes.map((node) => node.close()),
      ...stores.map((store) => store.close()),
    ]);
  },
  5 * MINUTE,
);
