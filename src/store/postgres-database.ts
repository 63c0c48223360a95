// Runs steps on a PostgreSQL pool. With `postgres-unit.ts` the only file that knows the PostgreSQL driver.

import { createHash } from "node:crypto";
import pg from "pg";
import { MemoryError } from "../errors.ts";
import type { Answer, Database, Query, Step } from "./database.ts";
import { postgresError } from "./postgres-error.ts";
import { type Answered, type Statement, unitsOf } from "./postgres-unit.ts";
import { nothingStands } from "./standing.ts";

/** What the store needs of a pool; `pg.Pool` has it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  query: PostgresClient["query"];
  end(): Promise<void>;
}

export interface PostgresClient {
  query(config: { text: string; values: unknown[]; name?: string }): Promise<Answered>;
  /** Several at once; without it they are asked one after the other. `isPatient`: however long it takes. */
  together?(statements: readonly Statement[], isPatient: boolean): Promise<readonly Answered[]>;
  release(error?: Error | boolean): void;
}

export interface PostgresDatabase extends Database {
  /** As `write`, however long a statement takes: a large table is changed, or somebody else is changing it. */
  writePatiently: Database["write"];
}

const INT8 = 20;
const NUMERIC = 1700;
const RETRIED = new Set(["40001", "40P01"]);
/**
 * A prepared statement is not known, or known already: a pooler hands one connection to several programs. Or its table
 * has other columns since: a newer program changed it.
 */
const UNPREPARED = new Set(["26000", "42P05", "0A000"]);
const MAX_ATTEMPTS = 3;
/** Statements that are sent together; an import has thousands. */
const LARGEST_UNIT = 256;
/** Filters combine to more texts than are worth keeping. */
const MAX_TEXTS = 500;
/** Questions that a connection keeps the plan of, as the server holds each for each connection. */
const MOST_NAMED = 200;

/** After so long without an answer a caller is told. */
const TIMEOUT_MS = 30_000;

export function openPostgresPool(url: string, timeoutMs = TIMEOUT_MS): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: timeoutMs,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks while idle is replaced by the pool; the next query reports what is wrong.
  pool.on("error", () => undefined);
  // The same for one that breaks between two statements of a transaction; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const clients = new WeakMap<pg.PoolClient, PostgresClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? (await limited(client, timeoutMs));
      clients.set(client, known);
      return known;
    },
    query: (sql) => pool.query(sql),
    end: () => pool.end(),
  };
}

/** A limit that an operator has set stays. */
const LIMIT_WAITING =
  "SELECT set_config('lock_timeout', $1, false) WHERE current_setting('lock_timeout') = '0'";
/** Of the time after which a caller is told. */
const FIRST_TO_GIVE_UP = 5 / 6;

/**
 * The server gives up waiting for another writer before we do: a commit that is sent with its changes would else still
 * come, after its caller was told that it failed.
 */
async function limited(client: pg.PoolClient, timeoutMs: number): Promise<PostgresClient> {
  try {
    await client.query(LIMIT_WAITING, [String(Math.floor(timeoutMs * FIRST_TO_GIVE_UP))]);
  } catch (thrown) {
    client.release(true);
    throw thrown;
  }
  return {
    query: (sql) => client.query(sql),
    together: unitsOf((sql) => client.query(sql)),
    release: (error) => client.release(error),
  };
}

/** With `tenant`, each connection first says for whom it asks. */
export function openPostgresDatabase(pool: PostgresPool, tenant?: () => string): PostgresDatabase {
  const texts = new Map<string, Named>();
  const preparing = { isOn: true };
  const statementOf = (sql: string): Named => {
    const statement = texts.get(sql) ?? toStatement(sql);
    if (texts.size >= MAX_TEXTS) texts.clear();
    texts.set(sql, statement);
    return statement;
  };
  const named = new Set<string>();
  const ask = async (client: Pick<PostgresClient, "query">, { sql, values }: Query) => {
    const { text, name } = statementOf(sql);
    if (preparing.isOn && named.size < MOST_NAMED) named.add(name);
    // Not the name that a unit gives the same text: each of the two knows only what it prepared itself.
    const prepared = preparing.isOn && named.has(name) ? { text, name: `read ${name}` } : { text };
    return answerOf(await client.query({ ...prepared, values: [...values] }));
  };
  const askUnit = async (
    client: PostgresClient,
    queries: readonly Query[],
    isPatient: boolean,
  ): Promise<Answer> => {
    const statements = queries.map(({ sql, values }) => {
      const { text, name } = statementOf(sql);
      return { text, name: preparing.isOn ? name : "", values };
    });
    const together = client.together ?? inTurn(client);
    const last = (await together(statements, isPatient)).at(-1);
    return last === undefined ? NOTHING : answerOf(last);
  };
  const connect = tenant === undefined ? () => pool.connect() : announced(pool, tenant);
  const readAnnounced = async <T>(step: () => Step<T>): Promise<T> => {
    const client = await connect();
    try {
      return await drive(step(), (query) => ask(client, query));
    } finally {
      client.release();
    }
  };
  const read = <T>(step: () => Step<T>): Promise<T> =>
    tenant === undefined ? drive(step(), (query) => ask(pool, query)) : readAnnounced(step);
  const write = <T>(step: () => Step<T>, isPatient: boolean): Promise<T> => {
    const ask: AskUnit = (client, unit) => askUnit(client, unit, isPatient);
    return attempt(() => retried(() => transaction(connect, step, ask), preparing));
  };
  return {
    read: (step) => attempt(() => retried(() => read(step), preparing)),
    write: (step) => write(step, false),
    writePatiently: (step) => write(step, true),
    // No server tells us what other programs write, so nothing is held.
    standing: () => nothingStands({ areKept: false }),
    close: () => pool.end(),
  };
}

/** A connection that has said for whom it asks. Said before a transaction begins, so that undoing one does not undo it. */
function announced(pool: PostgresPool, tenant: () => string): () => Promise<PostgresClient> {
  const said = new WeakMap<object, string>();
  return async () => {
    const client = await pool.connect();
    const asking = tenant();
    if (said.get(client) === asking) return client;
    try {
      said.delete(client);
      await client.query({ text: ANNOUNCE, values: [asking] });
      said.set(client, asking);
      return client;
    } catch (thrown) {
      client.release(true);
      throw thrown;
    }
  };
}

const ANNOUNCE = "SELECT set_config('mneme.tenant', $1, false)";

/** A connection keeps the plan under the name: a change is some ten statements, the same ones every time. */
type Named = Readonly<{ text: string; name: string }>;
/** The answer to the last of them. */
type AskUnit = (client: PostgresClient, queries: readonly Query[]) => Promise<Answer>;

/** For a pool that a program passed in. */
function inTurn(client: PostgresClient): NonNullable<PostgresClient["together"]> {
  return async (statements) => {
    const answers: Answered[] = [];
    for (const { text, name, values } of statements) {
      const named = name === "" ? { text } : { text, name };
      answers.push(await client.query({ ...named, values: [...values] }));
    }
    return answers;
  };
}

function toStatement(sql: string): Named {
  const text = numbered(sql);
  return { text, name: createHash("sha1").update(text).digest("hex") };
}

function answerOf({ rows, rowCount }: Answered): Answer {
  return { rows, changes: rowCount ?? 0 };
}

/** The SQL is written once with `?`; PostgreSQL counts its parameters. No text of ours contains a literal `?`. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${++count}`);
}

const BEGIN: Query = { sql: "BEGIN", values: [], wants: "nothing" };
const COMMIT: Query = { sql: "COMMIT", values: [], wants: "nothing" };
const NOTHING: Answer = { rows: [], changes: 0 };

async function transaction<T>(
  connect: () => Promise<PostgresClient>,
  step: () => Step<T>,
  ask: AskUnit,
): Promise<T> {
  const client = await connect();
  let broken: Error | undefined;
  try {
    return await driveUnits(step(), (unit) => ask(client, unit));
  } catch (thrown) {
    broken = await client.query({ text: "ROLLBACK", values: [] }).then(
      () => undefined,
      (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure))),
    );
    throw thrown;
  } finally {
    client.release(broken);
  }
}

/** What nobody needs the answer of waits for the next that somebody does, or for the end. */
async function driveUnits<T>(
  steps: Step<T>,
  ask: (unit: readonly Query[]) => Promise<Answer>,
): Promise<T> {
  let unit = [BEGIN];
  let turn = steps.next();
  while (!turn.done) {
    unit.push(turn.value);
    if (turn.value.wants === "nothing" && unit.length < LARGEST_UNIT) turn = steps.next(NOTHING);
    else {
      const answer = await ask(unit);
      unit = [];
      turn = steps.next(answer);
    }
  }
  await ask([...unit, COMMIT]);
  return turn.value;
}

async function drive<T>(steps: Step<T>, ask: (query: Query) => Promise<Answer>): Promise<T> {
  let turn = steps.next();
  while (!turn.done) turn = steps.next(await ask(turn.value));
  return turn.value;
}

async function retried<T>(
  action: () => Promise<T>,
  preparing: { isOn: boolean },
  attempt = 1,
): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    const code: unknown =
      typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "code");
    if (typeof code !== "string" || attempt >= MAX_ATTEMPTS) throw thrown;
    if (UNPREPARED.has(code)) preparing.isOn = false;
    else if (!RETRIED.has(code)) throw thrown;
    return retried(action, preparing, attempt + 1);
  }
}

async function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : postgresError(thrown);
  }
}
