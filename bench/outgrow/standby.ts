// A standby that answers: an engine whose reads go to a streaming standby and whose transactions go to the primary, by a
// pool that is passed in, beside one that asks the primary for everything. And how far a standby is behind.

import pg from "pg";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { NOW, TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { atMost, type Cell, type Measured, type Table } from "../run/measured.ts";
import { percentiles, ratioOf, timesOf } from "../run/timing.ts";
import { onEngine } from "./layouts.ts";
import { answersThatDiffer } from "./same-answers.ts";
import type { Server } from "./search-cost.ts";

const QUESTIONS = 100;
const EACH_ROUND = 40;
const ROUNDS = 5;
const CLIENTS = 8;
const MARKS = 200;
const MAX_WAIT_MS = 30_000;

export async function measureStandby(server: Server, standby: string): Promise<Measured> {
  const at = schemaUrl(standby, server.schema);
  const follower = new pg.Client({ connectionString: at });
  await follower.connect();
  try {
    await caughtUp(server.client, follower);
    const onPrimary = schemaUrl(server.url, server.schema);
    return await onEngine(onPrimary, async (primary) => {
      const pool = readingFrom(at, onPrimary);
      const routed = await createMemory({ pool, upkeep: false, now: () => NOW });
      const answers = await answersOf(primary, routed).finally(() => routed.close());
      const lags = await lagTable(primary, { primary: server.client, follower });
      return { ...answers, tables: [...answers.tables, lags] };
    });
  } finally {
    await follower.end();
  }
}

function readingFrom(standby: string, primary: string): PostgresPool {
  const [reads, writes] = [openPostgresPool(standby), openPostgresPool(primary)];
  return {
    query: (sql) => reads.query(sql),
    connect: () => writes.connect(),
    end: async () => {
      await Promise.all([reads.end(), writes.end()]);
    },
  };
}

async function answersOf(primary: MemoryEngine, routed: MemoryEngine): Promise<Measured> {
  const tenants = Array.from({ length: QUESTIONS }, () => TENANT);
  const differ = await answersThatDiffer(primary, routed, tenants);
  const rounds: Readonly<{ primary: readonly number[]; routed: readonly number[] }>[] = [];
  const ask = (memory: MemoryEngine, seed: number) => {
    const made = madeText(seed);
    return timesOf(EACH_ROUND, () => memory.search({ tenant: TENANT, query: made.question() }));
  };
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ primary: await ask(primary, round), routed: await ask(routed, round) });
  const row = (name: string, times: readonly number[]): readonly Cell[] => {
    const { p50, p95 } = percentiles(times);
    return [name, p50, p95];
  };
  const table: Table = {
    title: "Searches whose reads go to a standby",
    columns: ["reads go to", "p50 ms", "p95 ms"],
    rows: [
      row(
        "the primary",
        rounds.flatMap((round) => round.primary),
      ),
      row(
        "a standby, notes to the primary",
        rounds.flatMap((round) => round.routed),
      ),
    ],
    notes: [
      `${ROUNDS} rounds of ${EACH_ROUND} that take turns; the engine as it is, with a pool that sends what is read outside a transaction to a streaming standby on the same machine.`,
    ],
  };
  const middle = (times: readonly number[]) => percentiles(times).p50;
  return {
    tables: [table],
    ratios: {
      "a search by a standby, in one by the primary": ratioOf(
        rounds.map((round) => middle(round.routed) / middle(round.primary)),
        "less",
      ),
    },
    promises: [atMost(`of ${QUESTIONS} answers by a standby, other ids or order: none`, differ, 0)],
  };
}

type Pair = Readonly<{ primary: pg.Client; follower: pg.Client }>;

async function lagTable(memory: MemoryEngine, pair: Pair): Promise<Table> {
  const quiet = percentiles(await lagsOf(memory, pair.follower));
  const burst = { isOver: false };
  const adding = Array.from({ length: CLIENTS }, (_, client) => addWhile(memory, client, burst));
  const busy = percentiles(
    await lagsOf(memory, pair.follower).finally(() => {
      burst.isOver = true;
    }),
  );
  const added = (await Promise.all(adding)).reduce((sum, count) => sum + count, 0);
  const restMs = await caughtUp(pair.primary, pair.follower);
  return {
    title: "How far a standby is behind, milliseconds",
    columns: ["meanwhile", "p50", "p95", "p99"],
    rows: [
      ["nothing else", quiet.p50, quiet.p95, quiet.p99],
      [`${CLIENTS} clients added ${added} notes`, busy.p50, busy.p95, busy.p99],
    ],
    notes: [
      `From the answer to a note until the standby shows it, ${MARKS} notes each. After the last of the clients it had everything within ${restMs.toFixed(1)} ms.`,
    ],
  };
}

function lagsOf(memory: MemoryEngine, follower: pg.Client): Promise<readonly number[]> {
  const lags: number[] = [];
  const mark = async (turn: number) => {
    const { stored } = await memory.remember({
      tenant: "marks",
      kind: "log",
      text: `mark ${turn}`,
    });
    const seen = "SELECT 1 FROM memories WHERE tenant = 'marks' AND id = $1";
    lags.push(
      await waited(async () => (await follower.query(seen, [stored[0]?.id])).rowCount === 1),
    );
  };
  return timesOf(MARKS, mark).then(() => lags);
}

async function addWhile(
  memory: MemoryEngine,
  client: number,
  burst: Readonly<{ isOver: boolean }>,
): Promise<number> {
  const made = madeText(client);
  let added = 0;
  for (; !burst.isOver; added++)
    await memory.remember({ tenant: `burst-${client}`, kind: "log", text: made.turn() });
  return added;
}

/** How long it took until the follower had all that the primary has now. */
async function caughtUp(primary: pg.Client, follower: pg.Client): Promise<number> {
  const { rows } = await primary.query("SELECT CAST(pg_current_wal_lsn() AS text) AS place");
  const isThere = "SELECT pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn) AS there";
  return waited(async () => {
    const { rows: told } = await follower.query(isThere, [rows[0]?.place]);
    return told[0]?.there === true;
  });
}

async function waited(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isDone()))
    if (performance.now() - began > MAX_WAIT_MS) throw new Error("The standby does not follow.");
  return performance.now() - began;
}
