// Whether a call looks only where its tenant is: the server counts every scan of every partition, and a call for one
// tenant should leave the partitions of all others alone. What Citus would route to one server is the same.

import type pg from "pg";
import type { MemoryEngine } from "../../src/index.ts";
import { atMost, type Measured, type Table } from "../run/measured.ts";
import { connectionsEnded, tagged } from "./connections.ts";
import { type Layouts, onEngine } from "./layouts.ts";
import { PARTITIONS } from "./split.ts";

/** None of those whose answers are compared. */
const TENANT = "looked-after";
const FACT = { tenant: TENANT, kind: "fact", subject: "ana", text: "Ana keeps bees." } as const;
const HEARD = { tenant: TENANT, channel: "general", author: { id: "ana", name: "Ana" } };

type Call = (memory: MemoryEngine, id: string) => Promise<unknown>;
type Calls = Readonly<Record<string, Call>>;

const FOR_ONE: Calls = {
  "remember a note": (memory) =>
    memory.remember({ tenant: TENANT, kind: "log", text: "The boiler was repaired in May." }),
  "remember a fact": (memory) => memory.remember({ ...FACT, text: "Ana plays the piano." }),
  ingest: (memory) => memory.ingest({ ...HEARD, id: "m1", text: "I moved to Lisbon last week." }),
  search: (memory) => memory.search({ tenant: TENANT, query: "who keeps bees?" }),
  query: (memory) => memory.query({ tenant: TENANT, query: "who keeps bees?", return: "bullets" }),
  context: (memory) => memory.context({ tenant: TENANT, query: "who keeps bees?" }),
  list: (memory) => memory.list({ tenant: TENANT }),
  get: (memory, id) => memory.get({ tenant: TENANT, id }),
  history: (memory, id) => memory.admin.history({ tenant: TENANT, id }),
  edit: (memory, id) => memory.edit({ tenant: TENANT, id, set: { text: "Ana has two hives." } }),
  profile: (memory) => memory.profile({ tenant: TENANT, person: "ana" }),
  stats: (memory) => memory.stats({ tenant: TENANT }),
  forget: (memory, id) => memory.forget({ tenant: TENANT, id }),
};
/** What one process does for every tenant, or before it knows for whom. */
const FOR_ALL: Calls = {
  "erase a person, with all lines for files": (memory) =>
    memory.erase({ tenant: TENANT, subject: "ana" }),
  "work off jobs": (memory) => memory.drain(),
  "find a key": (memory) => memory.keys.any(),
};

/** Of each partition, by its name. */
type Scans = ReadonlyMap<string, number>;
type Counted = Readonly<{
  name: string;
  own: number;
  elsewhere: number;
  tables: readonly string[];
}>;

export async function measurePruning({ client, split }: Layouts): Promise<Measured> {
  const { stored } = await onEngine(tagged(split.url), (memory) => memory.remember(FACT));
  await connectionsEnded(client);
  const id = stored[0]?.id ?? "";
  const part = await partOf(client, split.schema);
  const scanned = async (call: Call): Promise<Scans> => {
    const before = await scansOf(client, split.schema);
    await onEngine(tagged(split.url), (memory) => call(memory, id));
    await connectionsEnded(client);
    const after = await scansOf(client, split.schema);
    return new Map([...after].map(([name, scans]) => [name, scans - (before.get(name) ?? 0)]));
  };
  const opening = await scanned(async () => undefined);
  const countedOf = async (calls: Calls) => {
    const all: Counted[] = [];
    for (const [name, call] of Object.entries(calls))
      all.push(countedAs(name, part, without(opening, await scanned(call))));
    return all;
  };
  const [ofOne, ofAll] = [await countedOf(FOR_ONE), await countedOf(FOR_ALL)];
  const elsewhere = ofOne.reduce((total, counted) => total + counted.elsewhere, 0);
  return {
    tables: [tableOf([...ofOne, ...ofAll, countedAs("open and close", part, opening)])],
    ratios: {},
    promises: [atMost("scans of other tenants' partitions by calls for one: none", elsewhere, 0)],
  };
}

/** Of every table the same, as all of them are split alike. */
async function partOf(client: pg.Client, schema: string): Promise<string> {
  // What this connection itself has scanned, to make the partitions, must not be handed in later.
  await client.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await client.query(
    `SELECT right(CAST(CAST(tableoid AS regclass) AS text), 1) AS part FROM ${schema}.memories WHERE tenant = $1`,
    [TENANT],
  );
  return rows[0]?.part ?? "";
}

function countedAs(name: string, part: string, scans: Scans): Counted {
  const seen = [...scans].filter(([, times]) => times > 0);
  const isOwn = ([table]: readonly [string, number]) => table.endsWith(`_${part}`);
  const others = seen.filter((one) => !isOwn(one));
  return {
    name,
    own: sum(seen.filter(isOwn)),
    elsewhere: sum(others),
    tables: [...new Set(others.map(([table]) => table.slice(0, table.lastIndexOf("_"))))],
  };
}

function sum(scans: readonly (readonly [string, number])[]): number {
  return scans.reduce((total, [, times]) => total + times, 0);
}

function without(opening: Scans, scans: Scans): Scans {
  return new Map([...scans].map(([name, times]) => [name, times - (opening.get(name) ?? 0)]));
}

async function scansOf(client: pg.Client, schema: string): Promise<Scans> {
  const { rows } = await client.query(
    `SELECT s.relname AS name, (coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0))::int AS scans
     FROM pg_stat_all_tables s JOIN pg_class c ON c.oid = s.relid WHERE s.schemaname = $1 AND c.relispartition`,
    [schema],
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

function tableOf(counted: readonly Counted[]): Table {
  return {
    title: "Partitions that a call looks into",
    columns: ["call", "scans of its tenant's", "scans of others'", "of which tables"],
    rows: counted.map(({ name, own, elsewhere, tables }) => [
      ...[name, own, elsewhere],
      tables.length === 0 ? "–" : tables.join(", "),
    ]),
    notes: [
      `By the server's own count, ${PARTITIONS} partitions a table; each call by an engine of its own, without what opening one takes. The last four are for all tenants at once.`,
    ],
  };
}
