// A supervisor's PostgreSQL database, made by code in its own schema: rows of every sort, and values nobody expects.

import { createHash } from "node:crypto";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type PgliteServer, pgliteServer } from "../support/pglite-server.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { day, oddly } from "./old-stores.ts";

export type ServerRow = Readonly<Record<string, unknown>>;

export const SUPERVISOR_SCHEMA = `
  CREATE TABLE memories (id uuid PRIMARY KEY, user_id text NOT NULL, agent_id text, run_id text, actor_id text, role text,
    type text NOT NULL, category text NOT NULL, text text NOT NULL, tags jsonb DEFAULT '[]', importance int DEFAULT 2,
    pinned boolean DEFAULT false, state text DEFAULT 'active', purge_at timestamptz, last_accessed timestamptz,
    access_count int DEFAULT 0, embedding real[], created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now());
  CREATE TABLE thread_revision (thread_id text PRIMARY KEY, rev bigint);
  CREATE TABLE change_log (id uuid PRIMARY KEY, thread_id text, rev bigint, memory_id text, event text, meta jsonb, ts timestamptz);
  CREATE TABLE relations (id uuid PRIMARY KEY, from_id text NOT NULL, to_id text NOT NULL,
    relation_type text DEFAULT 'related_to', strength real NOT NULL, created_at timestamptz DEFAULT now());
  CREATE TABLE history (id uuid PRIMARY KEY, memory_id text, event text, old_ref text NULL, new_ref text NULL, actor text NULL,
    meta jsonb, ts timestamptz DEFAULT now());
  CREATE TABLE events (id uuid PRIMARY KEY, user_id text, thread_id text NULL, node text, op text, status text,
    memory_id text NULL, category text NULL, sim real NULL, ts timestamptz DEFAULT now());
  CREATE TABLE supervisor_checkpoints (id uuid PRIMARY KEY, user_id text NOT NULL, thread_id text NOT NULL,
    checkpoint_data jsonb NOT NULL, created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now());
  CREATE UNIQUE INDEX ON supervisor_checkpoints (user_id, thread_id);`;

/** The n-th row of a table has this id, whenever it is asked. */
export function uuid(table: string, n: number): string {
  const hash = createHash("sha256").update(`${table} ${n}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

export function memoryId(n: number): string {
  return uuid("memories", n);
}

const TYPES = ["semantic", "episodic", "insight", "procedural"] as const;
const CATEGORIES = ["profile", "goals", "preferences", "tasks"] as const;
const WORDS: Readonly<Record<(typeof TYPES)[number], (n: number) => string>> = {
  semantic: (n) => `User ${n % 7} keeps boat ${n} at pier ${n % 9}.`,
  episodic: (n) => `The berth of boat ${n} was discussed and decided.`,
  insight: (n) => `User ${n % 7} shows more trust after mistake ${n} was admitted.`,
  procedural: (n) => `1. Untie boat ${n}.\n2. Start the engine.\n3. Report to pier ${n % 9}.`,
};

function typeOf(n: number): (typeof TYPES)[number] {
  return TYPES[Math.max(0, (n % 10) - 6)] ?? "semantic";
}

/** In every so many-th row; otherwise nothing. */
function every<T>(n: number, nth: number, value: T): T | null {
  return n % nth === 0 ? value : null;
}

const OWN_CATEGORIES: Readonly<Record<string, string>> = {
  procedural: "procedural",
  insight: "relationship_dynamic",
};

export function memoryRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => {
    const type = typeOf(n);
    return {
      ...{ id: memoryId(n), user_id: `user-${n % 7}`, type, text: oddly(n, WORDS[type](n)) },
      agent_id: every(n, 3, "planner"),
      run_id: every(n, 4, `run-${n % 5}`),
      actor_id: every(n, 5, `actor-${n % 3}`),
      role: every(n, 2, "assistant") ?? "user",
      category: OWN_CATEGORIES[type] ?? CATEGORIES[n % 4],
      tags: every(n, 6, ["trust", `tag-${n % 4}`]) ?? [],
      ...{ importance: 1 + (n % 5), pinned: n % 11 === 0, embedding: [n % 5, 1, 0, 0.5] },
      state: every(n + 22, 25, "soft_deleted") ?? "active",
      purge_at: every(n + 22, 25, "2027-06-01T00:00:00.000Z"),
      last_accessed: every(n, 8, day(n + 2)),
      access_count: every(n, 8, 1 + (n % 30)) ?? 0,
      ...{ created_at: day(n), updated_at: day(n + 1) },
    };
  });
}

export function relationRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: uuid("relations", n), from_id: memoryId(n), to_id: memoryId((n + 1) % count) },
    ...{ relation_type: "related_to", strength: 0.5 + (n % 50) / 100, created_at: day(n) },
  }));
}

const EVENTS = ["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TTL", "RESTORE"] as const;

export function historyRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: uuid("history", n), memory_id: memoryId(n), event: EVENTS[n % EVENTS.length] },
    old_ref: n % 2 === 0 ? `what boat ${n} was` : null,
    ...{
      new_ref: `what boat ${n} became`,
      actor: `node-${n % 3}`,
      meta: { sim: n / count, why: "because" },
    },
    ts: day(n),
  }));
}

const CHANGES = ["created", "updated", "merged", "soft_deleted", "restored"] as const;
export const THREADS = 10;

export function changeRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{
      id: uuid("change_log", n),
      thread_id: `thread-${n % THREADS}`,
      rev: 1 + Math.floor(n / THREADS),
    },
    ...{ memory_id: memoryId(n), event: CHANGES[n % CHANGES.length], meta: {}, ts: day(n) },
  }));
}

export function threadRows(count: number): readonly ServerRow[] {
  return Array.from({ length: THREADS }, (_, n) => ({
    thread_id: `thread-${n}`,
    rev: Math.ceil((count - n) / THREADS),
  }));
}

const NODES = ["hotpath", "context", "episodic", "worker"] as const;
const OPS = ["classify", "search", "create", "update", "merge", "delete"] as const;
const STATUSES = ["ok", "error", "skipped"] as const;

export function eventRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{
      id: uuid("events", n),
      user_id: `user-${n % 7}`,
      thread_id: n % 3 === 0 ? null : `thread-${n % THREADS}`,
    },
    ...{
      node: NODES[n % NODES.length],
      op: OPS[n % OPS.length],
      status: STATUSES[n % STATUSES.length],
    },
    ...{ memory_id: n % 6 < 2 ? null : memoryId(n), category: n % 4 === 0 ? "tasks" : null },
    ...{ sim: n % 5 === 0 ? 0.5 : null, ts: day(n) },
  }));
}

export function checkpointRows(count: number): readonly ServerRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: uuid("supervisor_checkpoints", n), user_id: `user-${n % 7}`, thread_id: `talk ${n}` },
    checkpoint_data: {
      graph: { node: "plan", step: n, deep: [null, { "héllo 🙂": 1.5 }] },
      history: [{ role: "user", content: "x".repeat(n) }],
      __proto: "kept",
    },
    ...{ created_at: day(n), updated_at: day(n + 1) },
  }));
}

export function supervisorRows(count: number): Readonly<Record<string, readonly ServerRow[]>> {
  return {
    memories: memoryRows(count),
    relations: relationRows(count),
    history: historyRows(count),
    change_log: changeRows(count),
    thread_revision: threadRows(count),
    events: eventRows(count),
    supervisor_checkpoints: checkpointRows(count),
  };
}

/** One for all tests of a file, each of which finds it empty. */
let shared: Promise<PgliteServer> | undefined;

/** The address of a database with these rows: on a server when there is one, else in process. */
export async function supervisorAt(
  tables: Readonly<Record<string, readonly ServerRow[]>>,
  schema = SUPERVISOR_SCHEMA,
): Promise<string> {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(schema);
  for (const [table, rows] of Object.entries(tables))
    await client.query(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  await client.end();
  return url;
}

async function emptyDatabase(): Promise<string> {
  const server = serverUrl();
  if (server !== undefined) {
    const { url, close } = await freshSchema(server);
    onTestFinished(close);
    return url;
  }
  shared ??= pgliteServer();
  const { url, db } = await shared;
  await db.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  return url;
}
