// Runs steps on a PostgreSQL pool. With `pipeline.ts` the only file that knows the PostgreSQL driver. Nothing is set for
// a session: behind a transaction pooler (PgBouncer) the next transaction may run on another one.

import { createHash } from "node:crypto";
import pg from "pg";
import { type ErrorCode, MemoryError } from "../../errors.ts";
import type { Answer, Database, Query, Step, Value } from "../database.ts";
import { emptySearchCache } from "../search/search-cache.ts";
import { poolOver, StandbyError, serversIn } from "./hosts.ts";

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
  /** How long a statement of a transaction may wait for another writer, where the operator set no limit. */
  lockTimeoutMs?: number;
  release(error?: Error | boolean): void;
}

export interface PostgresDatabase extends Database {
  /** As `write`, however long a statement takes: a large table is changed, or somebody else is changing it. */
  writePatiently: Database["write"];
}

const INT8 = 20;
const NUMERIC = 1700;
const RETRIED = new Set(["40001", "40P01"]);
/** A change that a standby was asked for. */
const READ_ONLY = "25006";
/** A prepared statement is not known, or known already: a pooler hands one connection to several programs. */
const UNPREPARED = new Set(["26000", "42P05"]);
/** Of `0A000`, the one about a kept plan: its table has other columns since. Named by routine, as messages are translated. */
const CHANGED_PLAN = { code: "0A000", routine: "RevalidateCachedQuery" };
const MAX_ATTEMPTS = 3;
/** Statements that are sent together; an import has thousands. */
const LARGEST_UNIT = 256;
/** Filters combine to more texts than are worth keeping. */
const MAX_TEXTS = 500;
/** Questions that a connection keeps the plan of, as the server holds each for each connection. */
const MOST_NAMED = 200;

/** After so long without an answer a caller is told. */
const TIMEOUT_MS = 30_000;

/** Connections that a program holds to a server. */
const POOL_SIZE = 10;

type PoolOptions = Readonly<{ timeoutMs?: number; size?: number }>;

/** `url` may name several servers: see `hosts.ts`. */
export function openPostgresPool(url: string, options: PoolOptions = {}): PostgresPool {
  const { urls, mustWrite } = serversIn(url);
  const pools = urls.map((each) => poolOf(each, mustWrite, options));
  const [only] = pools;
  return only !== undefined && pools.length === 1 ? only : poolOver(pools);
}

function poolOf(url: string, mustWrite: boolean, options: PoolOptions): PostgresPool {
  const { timeoutMs = TIMEOUT_MS, size = POOL_SIZE } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    query_timeout: timeoutMs,
    ...(mustWrite ? { verify: refuseStandby } : {}),
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
      const known = clients.get(client) ?? clientOf(client, timeoutMs);
      clients.set(client, known);
      return known;
    },
    query: (sql) => pool.query(sql),
    end: () => pool.end(),
  };
}

function refuseStandby(client: pg.PoolClient, done: (failure?: Error) => void): void {
  client
    .query("SELECT pg_is_in_recovery() AS standby")
    .then(({ rows }) => done(rows[0]?.standby === true ? new StandbyError() : undefined), done);
}

/**
 * Of the time after which a caller is told. The server gives up waiting for another writer before we do: a commit that
 * is sent with its changes would else still come, after its caller was told that it failed.
 */
const FIRST_TO_GIVE_UP = 5 / 6;

function clientOf(client: pg.PoolClient, timeoutMs: number): PostgresClient {
  return {
    query: (sql) => client.query(sql),
    together: pipelineOf((sql) => client.query(sql)),
    lockTimeoutMs: Math.floor(timeoutMs * FIRST_TO_GIVE_UP),
    release: (error) => client.release(error),
  };
}

type DatabaseOptions = Readonly<{
  /** For whom a call asks. Each transaction then says so first, and a read is a transaction too. */
  tenant?: (() => string) | undefined;
  /** Told, after each change, up to where the log of changes goes. */
  written?: ((position: string) => void) | undefined;
}>;

export function openPostgresDatabase(
  pool: PostgresPool,
  { tenant, written }: DatabaseOptions = {},
): PostgresDatabase {
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
  const read = <T>(step: () => Step<T>): Promise<T> => {
    if (tenant === undefined) return drive(step(), (query) => ask(pool, query));
    const opening = () => [BEGIN_READ, announce(tenant())];
    return transaction(
      { pool, opening, closing: [COMMIT], ask: (client, unit) => askUnit(client, unit, false) },
      step,
    );
  };
  const write = <T>(step: () => Step<T>, isPatient: boolean): Promise<T> => {
    const opening = (client: PostgresClient) => [
      BEGIN,
      ...(tenant === undefined ? [] : [announce(tenant())]),
      ...limitOf(client),
    ];
    const ask: AskUnit = (client, unit) => askUnit(client, unit, isPatient);
    const ending = {
      closing: written === undefined ? [COMMIT] : [COMMIT, POSITION],
      closed: ({ rows }: Answer) => written?.(String(rows[0]?.["position"] ?? "")),
    };
    const changing = { pool, opening, ask, ...ending };
    return attempt(() => retried(() => transaction(changing, step), preparing));
  };
  return {
    read: (step) => attempt(() => retried(() => read(step), preparing)),
    write: (step) => write(step, false),
    writePatiently: (step) => write(step, true),
    // No server tells us what other programs write, so nothing is held.
    standing: () => emptySearchCache({ areKept: false }),
    close: () => pool.end(),
  };
}

/** Until the end of the transaction, so that no session keeps it for whoever is given that session next. */
function announce(tenant: string): Query {
  return {
    sql: "SELECT set_config('mneme.tenant', ?, true)",
    values: [tenant],
    wants: "nothing",
  };
}

/** A limit that an operator has set stays. */
function limitOf({ lockTimeoutMs }: PostgresClient): readonly Query[] {
  if (lockTimeoutMs === undefined) return [];
  const sql =
    "SELECT set_config('lock_timeout', ?, true) WHERE current_setting('lock_timeout') = '0'";
  return [{ sql, values: [String(lockTimeoutMs)], wants: "nothing" }];
}

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
const BEGIN_READ: Query = { sql: "BEGIN READ ONLY", values: [], wants: "nothing" };
const COMMIT: Query = { sql: "COMMIT", values: [], wants: "nothing" };
/** Not before the end of what was just committed, even where a commit does not wait for the disk. */
const POSITION: Query = {
  sql: "SELECT CAST(pg_current_wal_insert_lsn() AS text) AS position",
  values: [],
  wants: "rows",
};
const NOTHING: Answer = { rows: [], changes: 0 };

type Transaction = Readonly<{
  pool: Pick<PostgresPool, "connect">;
  /** What is sent before the first step. */
  opening: (client: PostgresClient) => readonly Query[];
  /** What is sent with its last, and who is given the answer to the last of that. */
  closing: readonly Query[];
  closed?: (answer: Answer) => void;
  ask: AskUnit;
}>;

async function transaction<T>(
  { pool, opening, closing, closed, ask }: Transaction,
  step: () => Step<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const asking = (unit: readonly Query[]) => ask(client, unit);
    const { unit, result } = await driveUnits(step(), opening(client), asking);
    const answer = await asking([...unit, ...closing]);
    closed?.(answer);
    return result;
  } catch (thrown) {
    broken = await client.query({ text: "ROLLBACK", values: [] }).then(
      () => undefined,
      (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure))),
    );
    // Its other connections are to the same server, and are not taken for ones that can write either.
    if (failureOf(thrown).code === READ_ONLY) broken ??= new StandbyError();
    throw thrown;
  } finally {
    client.release(broken);
  }
}

/** What nobody needs the answer of waits for the next that somebody does, or for the end: then it is left over. */
async function driveUnits<T>(
  steps: Step<T>,
  opening: readonly Query[],
  ask: (unit: readonly Query[]) => Promise<Answer>,
): Promise<Readonly<{ unit: readonly Query[]; result: T }>> {
  let unit = [...opening];
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
  return { unit, result: turn.value };
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
    if (attempt >= MAX_ATTEMPTS) throw thrown;
    const { code, routine } = failureOf(thrown);
    if (UNPREPARED.has(code) || (code === CHANGED_PLAN.code && routine === CHANGED_PLAN.routine))
      preparing.isOn = false;
    else if (!RETRIED.has(code)) throw thrown;
    return retried(action, preparing, attempt + 1);
  }
}

function failureOf(thrown: unknown): Readonly<{ code: string; routine: string }> {
  const field = (name: string): string => {
    const value: unknown =
      typeof thrown === "object" && thrown !== null && Reflect.get(thrown, name);
    return typeof value === "string" ? value : "";
  };
  return { code: field("code"), routine: field("routine") };
}

async function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : postgresError(thrown);
  }
}

// Pipeline: several statements in one message, answered by one, over the driver's own connection. After a failure the
// server skips the rest, so no statement runs on a state that was not reached.

/** Under its name the connection keeps it, and its plan; without one it is made anew each time. */
type Statement = Readonly<{ text: string; name: string; values: readonly Value[] }>;
type Answered = Readonly<{ rows: Record<string, unknown>[]; rowCount: number | null }>;

/** By name: whether the connection surely holds it, or perhaps. */
type Prepared = Map<string, "surely" | "perhaps">;

/** Takes a query of the driver's for one connection. */
type Submit = (query: pg.Submittable) => void;

/** Asks units of one connection, which remembers what was prepared on it. */
function pipelineOf(
  submit: Submit,
): (statements: readonly Statement[], isPatient: boolean) => Promise<readonly Answered[]> {
  const prepared: Prepared = new Map();
  return async (statements, isPatient) => {
    try {
      const results = await ask({ submit, isPatient }, (connection) =>
        write(connection, statements, prepared),
      );
      for (const { name } of statements) if (name !== "") prepared.set(name, "surely");
      return results;
    } catch (thrown) {
      for (const { name } of statements) doubt(prepared, name);
      throw thrown;
    }
  };
}

/** The driver gives one by itself and several as a list. */
type Results = Answered | readonly Answered[];

/** The longest that a timer can wait: 24 days. */
const FOREVER_MS = 2 ** 31 - 1;

function ask(
  { submit, isPatient }: Readonly<{ submit: Submit; isPatient: boolean }>,
  writeTo: (connection: pg.Connection) => void,
): Promise<readonly Answered[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query("", [], (failure: unknown, results?: Results) => {
      if (results === undefined) reject(failure);
      else resolve("rows" in results ? [results] : results);
    });
    query.submit = writeTo;
    submit(isPatient ? Object.assign(query, { query_timeout: FOREVER_MS }) : query);
  });
}

/** What was prepared before a failure is there, what would have been after it is not, and nobody says which is which. */
function doubt(prepared: Prepared, name: string): void {
  if (name !== "" && prepared.get(name) !== "surely") prepared.set(name, "perhaps");
}

/** A parameter of the driver's older versions. */
const MORE = true;

/** Held back until it is whole: each write to the socket costs as much as a small statement. */
function write(
  connection: pg.Connection,
  statements: readonly Statement[],
  prepared: Prepared,
): void {
  connection.stream.cork();
  try {
    const parsed = new Set<string>();
    for (const { text, name, values } of statements) {
      if (prepared.get(name) !== "surely" && !parsed.has(name)) {
        if (prepared.get(name) === "perhaps") connection.close({ type: "S", name }, MORE);
        connection.parse({ name, text, types: [] }, MORE);
      }
      if (name !== "") parsed.add(name);
      connection.bind({ statement: name, values: values.map(onTheWire) }, MORE);
      connection.describe({ type: "P" }, MORE);
      connection.execute(null, MORE);
    }
    connection.sync();
  } finally {
    connection.stream.uncork();
  }
}

function onTheWire(value: Value): string | Buffer | null {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

// What PostgreSQL's error codes mean to a caller.

const MEANINGS: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^23505/, "conflict", "Another writer stored the same thing first."],
  [/^40/, "conflict", "Another writer changed the same rows; try again."],
  [/^22(021|P05)/, "invalid_input", "The text holds a character the database cannot store."],
  [/^(22|23)/, "invalid_input", "A value is missing, too large or not of its kind."],
  [/^54/, "too_large", "There is more of it than the database can take at once."],
  [
    /^(08|57P|53[^1])/,
    "store_unavailable",
    "The database is not reachable or has no room for more connections.",
  ],
  [
    /^53100/,
    "storage_full",
    "The database server's disk is full; nothing of this change was kept.",
  ],
  [/^(28|3D)/, "store_unavailable", "The database refused the login, or does not exist."],
  [/^25006/, "store_unavailable", "The database server is a standby and takes no writes."],
  [/^42501/, "forbidden", "The database role is not allowed to do that."],
  [/^XX001/, "corrupt_store", "The database server reports damaged data."],
  [/^E[A-Z]+$/, "store_unavailable", "The database server cannot be reached."],
];

export function postgresError(thrown: unknown): MemoryError {
  const code: unknown =
    typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "code");
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const meaning = typeof code === "string" ? MEANINGS.find(([p]) => p.test(code)) : undefined;
  if (meaning !== undefined) return new MemoryError(meaning[1], meaning[2], { cause: thrown });
  if (/timeout|terminated|ended the connection|not queryable/i.test(message))
    return new MemoryError("store_unavailable", "The database did not answer in time.", {
      cause: thrown,
    });
  return new MemoryError("internal", `The database refused a statement: ${message}`, {
    cause: thrown,
  });
}
