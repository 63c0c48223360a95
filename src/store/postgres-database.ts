// Runs steps on a PostgreSQL pool. The only file that knows the PostgreSQL driver.

import { createHash } from "node:crypto";
import pg from "pg";
import { MemoryError } from "../errors.ts";
import type { Answer, Database, Query, Step } from "./database.ts";
import { postgresError } from "./postgres-error.ts";
import { nothingStands } from "./standing.ts";

/** What the store needs of a pool; `pg.Pool` has it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  query: PostgresClient["query"];
  end(): Promise<void>;
}

export interface PostgresClient {
  query(config: { text: string; values: unknown[]; name?: string }): Promise<{
    rows: Record<string, unknown>[];
    rowCount: number | null;
  }>;
  release(error?: Error | boolean): void;
  /** Holds back what is sent, so that it goes out together. */
  readonly connection?: Readonly<{ stream: Readonly<{ cork(): void; uncork(): void }> }>;
}

const INT8 = 20;
const NUMERIC = 1700;
const RETRIED = new Set(["40001", "40P01"]);
/** A prepared statement is not known, or known already: a pooler hands one connection to several programs. */
const UNPREPARED = new Set(["26000", "42P05"]);
const MAX_ATTEMPTS = 3;
/** Filters combine to more texts than are worth keeping. */
const MAX_TEXTS = 500;

export function openPostgresPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks while idle is replaced by the pool; the next query reports what is wrong.
  pool.on("error", () => undefined);
  // The same for one that breaks between two statements of a transaction; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** With `tenant`, each connection first says for whom it asks. */
export function openPostgresDatabase(pool: PostgresPool, tenant?: () => string): Database {
  const texts = new Map<string, Statement>();
  const preparing = { isOn: true };
  const statementOf = (sql: string): Statement => {
    const statement = texts.get(sql) ?? toStatement(sql);
    if (texts.size >= MAX_TEXTS) texts.clear();
    texts.set(sql, statement);
    return statement;
  };
  const ask: Ask = async (client, { sql, values }) =>
    answerOf(await client.query({ text: statementOf(sql).text, values: [...values] }));
  const askPrepared: Ask = async (client, query) =>
    preparing.isOn
      ? answerOf(await client.query({ ...statementOf(query.sql), values: [...query.values] }))
      : ask(client, query);
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
  return {
    read: (step) => attempt(() => read(step)),
    write: (step) =>
      attempt(() => retried(() => transaction(connect, step, askPrepared), preparing)),
    // No server tells us what other programs write, so nothing is held.
    standing: nothingStands,
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

/** The name under which a connection keeps its plan: a change is some twenty statements, the same ones every time. */
type Statement = Readonly<{ text: string; name: string }>;
type Ask = (client: Pick<PostgresClient, "query">, query: Query) => Promise<Answer>;

function toStatement(sql: string): Statement {
  const text = numbered(sql);
  return { text, name: createHash("sha1").update(text).digest("hex") };
}

function answerOf({ rows, rowCount }: Awaited<ReturnType<PostgresClient["query"]>>): Answer {
  return { rows, changes: rowCount ?? 0 };
}

/** The SQL is written once with `?`; PostgreSQL counts its parameters. No text of ours contains a literal `?`. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${++count}`);
}

async function transaction<T>(
  connect: () => Promise<PostgresClient>,
  step: () => Step<T>,
  ask: Ask,
): Promise<T> {
  const client = await connect();
  let broken: Error | undefined;
  try {
    await client.query({ text: "BEGIN", values: [] });
    const result = await driveChanges(step(), { client, ask, sent: [] });
    await client.query({ text: "COMMIT", values: [] });
    return result;
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

async function drive<T>(steps: Step<T>, ask: (query: Query) => Promise<Answer>): Promise<T> {
  let turn = steps.next();
  while (!turn.done) turn = steps.next(await ask(turn.value));
  return turn.value;
}

const NOTHING: Answer = { rows: [], changes: 0 };

/**
 * What nobody waits for is sent at once. All of it is answered before the transaction is committed; of several failures
 * the first is the cause, since after it the server refuses the rest.
 */
async function driveChanges<T>(steps: Step<T>, sending: Sending): Promise<T> {
  for (let answer = NOTHING; ; ) {
    const turn = sendOn(steps, answer, sending);
    const answers = await Promise.all(sending.sent.splice(0));
    if (turn.done) return turn.value;
    answer = answers.at(-1) ?? NOTHING;
  }
}

type Sending = Readonly<{ client: PostgresClient; ask: Ask; sent: Promise<Answer>[] }>;

/** Up to the next answer that is wanted, in one piece: each write to the socket costs as much as a small statement. */
function sendOn<T>(
  steps: Step<T>,
  answer: Answer,
  { client, ask, sent }: Sending,
): IteratorResult<Query, T> {
  const stream = client.connection?.stream;
  stream?.cork();
  try {
    let turn = steps.next(answer);
    while (!turn.done) {
      const asked = ask(client, turn.value);
      // Heard with all the others; until then it must not count as a failure that nobody hears.
      asked.catch(() => undefined);
      sent.push(asked);
      if (turn.value.wants !== "nothing") break;
      turn = steps.next(NOTHING);
    }
    return turn;
  } finally {
    stream?.uncork();
  }
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
