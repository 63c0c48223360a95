// What one answer costs the server, by its own count of statements: what only reads, and could be asked of a standby,
// and what notes on the primary that something was recalled.

import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import type { MemoryEngine } from "../../src/index.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import type { Cell, Measured } from "../run/measured.ts";
import { connectionsEnded, tagged } from "./connections.ts";
import { onEngine } from "./layouts.ts";

type Ask = (memory: MemoryEngine, query: string) => Promise<unknown>;
/** Notes of calls that come within a moment are written together; `apartMs` keeps them from it. */
type Load = Readonly<{ name: string; ask: Ask; clients: number; apartMs: number }>;
type Part = Readonly<{ calls: number; ms: number; bytes: number }>;

const search: Ask = (memory, query) => memory.search({ tenant: TENANT, query, limit: 10 });
const context: Ask = (memory, query) => memory.context({ tenant: TENANT, query });
const LOADS: readonly Load[] = [
  { name: "search × 1", ask: search, clients: 1, apartMs: 0 },
  { name: "search × 1, 60 ms apart", ask: search, clients: 1, apartMs: 60 },
  { name: "context × 1", ask: context, clients: 1, apartMs: 0 },
];
const SEED = 13;
const WARM_UP = 60;
const COUNTING = [
  ...["pg_stat_statements.track=top", "pg_stat_statements.track_planning=on"],
  "track_wal_io_timing=on",
];

/** On the filled schema that the client is in. */
export type Server = Readonly<{ url: string; schema: string; client: pg.Client }>;

export async function measureSearchCost(server: Server, asked: number): Promise<Measured> {
  const rows = (await canCount(server.client)) ? await rowsOf(server, asked) : [];
  const table = {
    title: "What an answer costs the server, and what of it a standby could give",
    columns: [
      ...["call × clients", "reads", "ms for them", "notes", "ms for them", "ms for the disk"],
      ...["bytes of log", "share a standby could give", "standbys one primary could note for"],
    ],
    rows,
    notes: [
      `${asked} calls each, after ${WARM_UP} that are not counted; by \`pg_stat_statements\`, planning counted in, and for the disk by \`pg_stat_wal\`. Notes of one tenant within 50 ms are one statement; none share one that come 60 ms apart.`,
      "The last two are computed: reading by all three, and reading by noting with the disk. A standby like the primary answers as many calls as it has time to read for, and the primary notes as many as it has time to note.",
      ...(rows.length === 0
        ? ["Not measured: this server does not load `pg_stat_statements`."]
        : []),
    ],
  };
  return { tables: [table], ratios: {}, promises: [] };
}

async function canCount(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT current_setting('shared_preload_libraries') LIKE '%pg_stat_statements%' AS can",
  );
  if (rows[0]?.can !== true) return false;
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA public");
  return true;
}

async function rowsOf(server: Server, asked: number): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for (const load of LOADS) {
    const { reads, notes, diskMs } = await partsOf(server, load, asked);
    const noting = notes.ms + diskMs;
    rows.push([
      ...[load.name, reads.calls, reads.ms, notes.calls, notes.ms, diskMs, notes.bytes],
      ...[reads.ms / (reads.ms + noting), reads.ms / noting],
    ]);
  }
  return rows;
}

async function partsOf(
  { url, schema, client }: Server,
  { ask, clients, apartMs }: Load,
  asked: number,
): Promise<Readonly<{ reads: Part; notes: Part; diskMs: number }>> {
  const made = madeText(SEED);
  const askMany = (memory: MemoryEngine, count: number) => {
    let left = count;
    const one = async () => {
      while (left-- > 0) {
        await ask(memory, made.question());
        if (apartMs > 0) await setTimeout(apartMs);
      }
    };
    return Promise.all(Array.from({ length: clients }, one));
  };
  const before = await diskTime(client);
  await onEngine(tagged(schemaUrl(url, schema, COUNTING)), async (memory) => {
    await askMany(memory, WARM_UP);
    await client.query("SELECT pg_stat_statements_reset()");
    await askMany(memory, asked);
  });
  const diskMs = ((await diskTime(client)) - before) / (asked + WARM_UP);
  const { rows } = await client.query(
    `SELECT query ~* '^\\s*(select|with)' AS is_read, sum(calls)::float8 AS calls,
       sum(total_plan_time + total_exec_time) AS ms, sum(wal_bytes)::float8 AS bytes
     FROM pg_stat_statements GROUP BY 1`,
  );
  const part = (isRead: boolean): Part => {
    const { calls, ms, bytes } = rows.find((row) => row.is_read === isRead) ?? {};
    return { calls: calls / asked, ms: ms / asked, bytes: bytes / asked };
  };
  return { reads: part(true), notes: part(false), diskMs };
}

/**
 * Of connections that asked for it. A commit that is prepared stands in no count of statements, and it is what waits.
 * Handed in when a connection ends, so what is not counted elsewhere is part of it here.
 */
async function diskTime(client: pg.Client): Promise<number> {
  await connectionsEnded(client);
  const { rows } = await client.query(
    `SELECT CAST(to_jsonb(w) ->> 'wal_write_time' AS float8) + CAST(to_jsonb(w) ->> 'wal_sync_time' AS float8) AS ms
     FROM pg_stat_wal w`,
  );
  return rows[0]?.ms ?? Number.NaN;
}
