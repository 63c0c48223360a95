// PostgreSQL in process, for tests: one PGlite for a worker and a schema of its own for every store opened.
// PGlite has one session, so stores take turns on it; what several connections do to one another cannot be
// tested here, and is tested on a real server.

import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { vector } from "@electric-sql/pglite-pgvector";
import pg from "pg";
import type { PostgresClient, PostgresPool } from "../../src/store/postgres/postgres-database.ts";

/** A pool whose queries see one new schema, and the end of both. */
export type FreshSchema = Readonly<{ pool: PostgresPool; close(): Promise<void> }>;

type Session = Readonly<{
  /** Waits for the session, points it at the schema and holds it until it is released. */
  take(schema: string): Promise<PostgresClient>;
}>;

const INT8 = 20;
const NUMERIC = 1700;

/** At most two, the one with pgvector and the one without, for all test files of a worker. They end with it. */
const shared = new Map<"vector" | "plain", Promise<Session>>();

/** A schema in a database that has pgvector. */
export function pgliteWithVector(): Promise<FreshSchema> {
  return freshSchema("vector");
}

/** A schema in a database where `CREATE EXTENSION vector` fails, as on a server that lacks it. */
export function pgliteWithoutVector(): Promise<FreshSchema> {
  return freshSchema("plain");
}

async function freshSchema(kind: "vector" | "plain"): Promise<FreshSchema> {
  const booting = shared.get(kind) ?? boot(kind);
  shared.set(kind, booting);
  const session = await booting;
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  await alone(session, schema, `CREATE SCHEMA ${schema}`);
  const pool = poolOf(session, schema);
  return {
    pool,
    close: async () => {
      await pool.end();
      await alone(session, schema, `DROP SCHEMA ${schema} CASCADE`);
    },
  };
}

function poolOf(session: Session, schema: string): PostgresPool {
  let isEnded = false;
  const connect = () => {
    if (isEnded) throw new Error("Cannot use a pool after calling end on the pool");
    return session.take(schema);
  };
  return {
    connect: async () => connect(),
    query: async (config) => {
      const client = await connect();
      return client.query(config).finally(() => client.release());
    },
    end: async () => {
      isEnded = true;
    },
  };
}

async function alone(session: Session, schema: string, text: string): Promise<void> {
  const client = await session.take(schema);
  await client.query({ text, values: [] }).finally(() => client.release());
}

async function boot(kind: "vector" | "plain"): Promise<Session> {
  const database = await bootDatabase(kind === "vector" ? { vector } : {});
  const client = new pg.Client({
    ...createPgConfig(database),
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  // In `public`, because the schema of one store must not take the extension with it when it is dropped.
  if (kind === "vector") await client.query("CREATE EXTENSION vector SCHEMA public");
  return { take: turns(client) };
}

// A `pg.Pool` would do but for one thing: it drops the connection after a failed query, and PGlite has no other.
function turns(client: pg.Client): Session["take"] {
  let last = Promise.resolve();
  return async (schema) => {
    const before = last;
    let pass = () => {};
    last = new Promise((resolve) => {
      pass = resolve;
    });
    await before;
    await client.query(`SET search_path TO ${schema}, public`);
    return {
      query: (config) => client.query(config),
      release: () => {
        // What a server does to a connection that is closed in the middle of a transaction.
        if (client.getTransactionStatus() === "I") pass();
        else void client.query("ROLLBACK").finally(pass);
      },
    };
  };
}

/** Beside the program it belongs to, so that a new version never meets the data of an old one. */
const SNAPSHOT = fileURLToPath(
  new URL("../initialised.tar", import.meta.resolve("@electric-sql/pglite")),
);

/** Making a database takes seconds, and opening a copy of an empty one half a second; so the first is kept. */
async function bootDatabase(extensions: { vector?: typeof vector }): Promise<PGlite> {
  const kept = await readFile(SNAPSHOT).catch(absent);
  const database = new PGlite({
    extensions,
    ...(kept === undefined ? {} : { loadDataDir: new Blob([kept]) }),
  });
  await database.waitReady;
  if (kept === undefined) await keep(await database.dumpDataDir("none"));
  return database;
}

/** Renamed into place, because test files run side by side and none may read half of it. */
async function keep(snapshot: Blob): Promise<void> {
  const draft = `${SNAPSHOT}.${randomUUID()}`;
  await writeFile(draft, snapshot.stream());
  await rename(draft, SNAPSHOT);
}

function absent(thrown: unknown): undefined {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
  throw thrown;
}
