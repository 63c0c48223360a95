// The outbox: jobs claimed under a lease, and lines on their way to files.

import { MemoryError } from "../../errors.ts";
import { HISTORY_EVENTS } from "../../model/history.ts";
import type { Job, JobRun, JobState } from "../../model/job.ts";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { purgedLine, vaultLine } from "../../model/vault-line.ts";
import type { FileLine, FileOutbox, JobQueue } from "../../ports/store.ts";
import { byTenant } from "../by-tenant.ts";
import {
  jsonText,
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  oneOf,
  record,
  text,
  time,
} from "../columns.ts";
import { addJob } from "../commit/work-changes.ts";
import { all, type Database, first, type Row, run, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { EVENT_COLUMNS, versionsOf } from "../read/event-versions.ts";
import { ms } from "../read/memory-row.ts";
import { listUnlinked, queueUnlinked } from "./unlinked.ts";

const STATES: readonly JobState[] = ["queued", "running", "done", "dead"];

export function jobQueue(db: Database, dialect: Dialect): JobQueue {
  return {
    enqueue: (jobs) => db.write(() => enqueue(jobs)),
    gather: (gathering) => db.write(() => queueUnlinked(dialect, gathering)),
    claim: (query) => db.write(() => claim(dialect, query)),
    extend: (job, leaseUntil) => db.write(() => extend(job, ms(leaseUntil))),
    complete: (job, ran) => db.write(() => complete(job, ran)),
    fail: (job, failure) => db.write(() => fail(job, failure)),
    release: (job) => db.write(() => release(job)),
    list: (tenant, query) => db.read(() => list(dialect, { tenant, ...query })),
    retry: (tenant, id, at) => db.write(() => retry(tenant, id, ms(at))),
    lastRun: (tenant, name) => db.read(() => lastRun(tenant, name)),
    waiting: (names) => db.read(() => waiting(dialect, names)),
  };
}

function jobFromRow(row: Row): Job {
  return {
    tenant: text(row, "tenant"),
    id: text(row, "id"),
    name: text(row, "name"),
    key: text(row, "job_key"),
    payload: record(row, "payload"),
    state: oneOf(row, "state", STATES),
    attempts: number(row, "attempts"),
    fence: number(row, "fence"),
    runAt: time(row, "run_at"),
    createdAt: time(row, "created_at"),
    ...omitUndefined({
      leaseUntil: maybeTime(row, "lease_until"),
      lastError: maybeText(row, "last_error"),
      finishedAt: maybeTime(row, "finished_at"),
    }),
  };
}

function* enqueue(jobs: Parameters<JobQueue["enqueue"]>[0]): Step<void> {
  for (const job of jobs) yield* addJob(job, job.runAt);
}

/** Waiting and due, or running under a lease that ran out with its worker. */
const IS_DUE = "((state = 'queued' AND run_at <= ?) OR (state = 'running' AND lease_until <= ?))";
/** How many times as many are looked at as are wanted: other workers are taking some of them. */
const TIMES_AS_MANY = 16;

type Claim = Parameters<JobQueue["claim"]>[0];

/**
 * Found without locks, and then locked tenant by tenant: a lock over all tenants is one that no distributed database
 * gives. What another worker took meanwhile, or is taking, is passed over for the next.
 */
function* claim(dialect: Dialect, query: Claim): Step<readonly Job[]> {
  const tried = new Set<string>();
  for (let page = query.limit * TIMES_AS_MANY; ; page *= TIMES_AS_MANY) {
    const due = yield* dueJobs(dialect, query, page);
    const untried = due.filter(({ key }) => !tried.has(key));
    for (const { key } of untried) tried.add(key);
    const jobs = yield* takeFirst(dialect, query, untried);
    if (jobs.length > 0 || due.length === 0 || due.length < page) return jobs;
  }
}

/** Again while some of them were taken by others. */
function* takeFirst(dialect: Dialect, query: Claim, due: readonly Due[]): Step<readonly Job[]> {
  const jobs: Job[] = [];
  for (let from = 0; from < due.length && jobs.length < query.limit; ) {
    const chosen = due.slice(from, from + query.limit - jobs.length);
    from += chosen.length;
    for (const [tenant, ids] of byTenant(chosen))
      jobs.push(...(yield* take(dialect, { ...query, tenant, ids })));
  }
  const places = new Map(due.map(({ key }, place) => [key, place]));
  const placeOf = ({ tenant, id }: Job) => places.get(keyOf(tenant, id)) ?? 0;
  return jobs.sort((one, other) => placeOf(one) - placeOf(other));
}

type Due = Readonly<{ tenant: string; item: string; key: string; runAt: number }>;

/** Of those due first, and of tenants that none of these is of: nobody waits behind another's thousands. */
function* dueJobs(dialect: Dialect, query: Claim, limit: number): Step<readonly Due[]> {
  const due = yield* firstDue(dialect, query, { except: [], limit });
  if (due.length < limit) return inTurns(due);
  const except = [...new Set(due.map(({ tenant }) => tenant))];
  return inTurns([...due, ...(yield* firstDue(dialect, query, { except, limit }))]);
}

type Among = Readonly<{ except: readonly string[]; limit: number }>;

function* firstDue(dialect: Dialect, query: Claim, among: Among): Step<readonly Due[]> {
  const now = ms(query.now);
  const rows = yield* all(
    `SELECT tenant, id, run_at FROM jobs
     WHERE ${dialect.anyOf("name")} AND ${IS_DUE} AND NOT (${dialect.anyOf("tenant")})
     ORDER BY run_at, id LIMIT ?`,
    [JSON.stringify(query.names), now, now, JSON.stringify(among.except), among.limit],
  );
  return rows.map((row) => {
    const [tenant, id] = [text(row, "tenant"), text(row, "id")];
    return { tenant, item: id, key: keyOf(tenant, id), runAt: number(row, "run_at") };
  });
}

/** Four, because each tenant costs a statement to take from. */
const A_TURN = 4;

/** The first four of every tenant before the fifth of any. */
function inTurns(due: readonly Due[]): readonly Due[] {
  const turns: Due[][] = [];
  for (const [, own] of byTenant(due.map((item) => ({ tenant: item.tenant, item }))))
    for (const [place, job] of own.entries()) {
      const turn = Math.floor(place / A_TURN);
      turns[turn] = [...(turns[turn] ?? []), job];
    }
  return turns.flat();
}

function keyOf(tenant: string, id: string): string {
  return JSON.stringify([tenant, id]);
}

type Chosen = Claim & Readonly<{ tenant: string; ids: readonly string[] }>;

function* take(dialect: Dialect, { tenant, ids, ...query }: Chosen): Step<readonly Job[]> {
  const now = ms(query.now);
  const rows = yield* all(
    `WITH taken AS MATERIALIZED
       (SELECT id FROM jobs WHERE tenant = ? AND ${dialect.anyOf("id")} AND ${IS_DUE} ${dialect.skipLocked})
     UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, lease_until = ?
     WHERE tenant = ? AND id IN (SELECT id FROM taken) RETURNING *`,
    [tenant, JSON.stringify(ids), now, now, ms(query.leaseUntil), tenant],
  );
  const jobs: Job[] = [];
  for (const row of rows) {
    const job = readableJob(row);
    if (job === undefined) yield* send(LAY_ASIDE, [now, tenant, text(row, "id")]);
    else jobs.push(job);
  }
  return jobs;
}

const LAY_ASIDE = `UPDATE jobs SET state = 'dead', lease_until = NULL, last_error = 'The stored job cannot be read.',
  finished_at = ? WHERE tenant = ? AND id = ?`;

/** One damaged row must not keep every other job from being claimed; it is laid aside where people see it. */
function readableJob(row: Row): Job | undefined {
  try {
    return jobFromRow(row);
  } catch (thrown) {
    if (thrown instanceof MemoryError && thrown.code === "corrupt_store") return undefined;
    throw thrown;
  }
}

function* extend(job: Job, leaseUntil: number): Step<boolean> {
  const changed = yield* run(
    "UPDATE jobs SET lease_until = ? WHERE tenant = ? AND id = ? AND fence = ? AND state = 'running'",
    [leaseUntil, job.tenant, job.id, job.fence],
  );
  return changed === 1;
}

function* complete(job: Job, ran: JobRun): Step<boolean> {
  const changed = yield* run(
    "DELETE FROM jobs WHERE tenant = ? AND id = ? AND fence = ? AND state = 'running'",
    [job.tenant, job.id, job.fence],
  );
  if (changed === 0) return false;
  yield* send(
    `INSERT INTO job_runs (tenant, name, job_key, started_at, ended_at, outcome, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      ran.tenant,
      ran.name,
      ran.key,
      ms(ran.startedAt),
      ms(ran.endedAt),
      ran.outcome,
      jsonText(ran.detail, "A job's report"),
    ],
  );
  return true;
}

/** A newer job of the same name and key may wait already; then this one has nothing left to do. */
const ANOTHER_WAITS = `EXISTS (SELECT 1 FROM jobs q WHERE q.tenant = jobs.tenant AND q.name = jobs.name
  AND q.job_key = jobs.job_key AND q.id <> jobs.id AND q.state = 'queued')`;

const DROP_REPLACED = `DELETE FROM jobs WHERE tenant = ? AND id = ? AND fence = ? AND state = 'running'
  AND ${ANOTHER_WAITS}`;

function* fail(job: Job, failure: Parameters<JobQueue["fail"]>[1]): Step<boolean> {
  const key = [job.tenant, job.id, job.fence] as const;
  if (failure.retryAt !== undefined && (yield* run(DROP_REPLACED, key)) === 1) return true;
  const changed = yield* run(
    `UPDATE jobs SET state = ?, run_at = ?, lease_until = NULL, last_error = ?, finished_at = ?
     WHERE tenant = ? AND id = ? AND fence = ? AND state = 'running'`,
    [
      failure.retryAt === undefined ? "dead" : "queued",
      ms(failure.retryAt ?? failure.at),
      failure.error,
      failure.retryAt === undefined ? ms(failure.at) : null,
      ...key,
    ],
  );
  return changed === 1;
}

function* release({ tenant, id, fence }: Job): Step<boolean> {
  const key = [tenant, id, fence] as const;
  if ((yield* run(DROP_REPLACED, key)) === 1) return true;
  const changed = yield* run(
    `UPDATE jobs SET state = 'queued', attempts = attempts - 1, lease_until = NULL
     WHERE tenant = ? AND id = ? AND fence = ? AND state = 'running'`,
    key,
  );
  return changed === 1;
}

type Listed = Readonly<{ tenant: string; states: readonly string[]; limit: number }>;

function* list(dialect: Dialect, { tenant, states, limit }: Listed): Step<readonly Job[]> {
  const rows = yield* all(
    `SELECT * FROM jobs WHERE tenant = ? AND ${dialect.anyOf("state")} ORDER BY run_at, id LIMIT ?`,
    [tenant, JSON.stringify(states), limit],
  );
  return rows.map(jobFromRow);
}

function* retry(tenant: string, id: string, at: number): Step<boolean> {
  const replaced = yield* run(
    `DELETE FROM jobs WHERE tenant = ? AND id = ? AND state = 'dead' AND ${ANOTHER_WAITS}`,
    [tenant, id],
  );
  if (replaced === 1) return true;
  const changed = yield* run(
    `UPDATE jobs SET state = 'queued', attempts = 0, run_at = ?, finished_at = NULL
     WHERE tenant = ? AND id = ? AND state = 'dead'`,
    [at, tenant, id],
  );
  return changed === 1;
}

/** By the order in which they ended, not by the clock: one that ran ahead for an hour would hide all that come after. */
function* lastRun(tenant: string, name: string): Step<JobRun | undefined> {
  const row = yield* first(
    "SELECT * FROM job_runs WHERE tenant = ? AND name = ? ORDER BY seq DESC LIMIT 1",
    [tenant, name],
  );
  if (row === undefined) return undefined;
  return {
    tenant,
    name,
    key: text(row, "job_key"),
    startedAt: time(row, "started_at"),
    endedAt: time(row, "ended_at"),
    outcome: oneOf(row, "outcome", ["ok", "failed"]),
    detail: record(row, "detail"),
  };
}

function* waiting(dialect: Dialect, names: readonly string[]): Step<number> {
  const row = yield* first(
    `SELECT count(*) AS n FROM jobs WHERE ${dialect.anyOf("name")} AND state IN ('queued', 'running')`,
    [JSON.stringify(names)],
  );
  return row === undefined ? 0 : number(row, "n");
}

/** Committed lines that are not yet in their files: what became of memories for the vault, messages for the journals. */
export function fileOutbox(db: Database, dialect: Dialect): FileOutbox {
  return {
    waiting: (limit) => db.read(() => waitingLines(dialect, limit)),
    waitingDays: (tenant) => db.read(() => waitingDays(tenant)),
    written: (lines) => db.write(() => written(dialect, lines)),
  };
}

/** Versions before the outbox: a line there may say that a memory has ended. */
function* waitingLines(dialect: Dialect, limit: number): Step<readonly FileLine[]> {
  const lines = yield* unwritten(dialect, limit);
  const rows = yield* all("SELECT * FROM file_outbox ORDER BY seq LIMIT ?", [limit - lines.length]);
  const others = rows.map((row) => ({
    from: "outbox" as const,
    seq: number(row, "seq"),
    tenant: text(row, "tenant"),
    file: text(row, "file"),
    itemId: text(row, "item_id"),
    line: text(row, "line"),
  }));
  return [...lines, ...others];
}

/** What is damaged and has lost its version has no line either, and must not stand in the way of others. */
const UNWRITTEN = `SELECT ${EVENT_COLUMNS} FROM history m WHERE m.unwritten IS NOT NULL AND (m.new_version IS NULL
    OR EXISTS (SELECT 1 FROM memories n WHERE n.tenant = m.tenant AND n.id = m.memory_id AND n.version = m.new_version)
    OR EXISTS (SELECT 1 FROM memory_versions v
      WHERE v.tenant = m.tenant AND v.id = m.memory_id AND v.version = m.new_version))
  ORDER BY m.seq LIMIT ?`;

/** The line of a version is made only now: kept as text it would be written, and removed, once more than needed. */
function* unwritten(dialect: Dialect, limit: number): Step<readonly FileLine[]> {
  const events = yield* all(UNWRITTEN, [limit]);
  const versionOf = yield* versionsOf(dialect, events);
  return events.flatMap((row) => {
    const tenant = text(row, "tenant");
    const itemId = text(row, "memory_id");
    const line = lineOf(row, versionOf(row));
    if (line === undefined) return [];
    return [{ from: "history", seq: number(row, "seq"), tenant, file: "vault", itemId, line }];
  });
}

/** None for a version that was erased since its event was read. */
function lineOf(row: Row, memory: Memory | undefined): string | undefined {
  const set = { actor: text(row, "actor"), cause: text(row, "cause"), at: time(row, "at") };
  const event = oneOf(row, "event", HISTORY_EVENTS);
  if (maybeNumber(row, "new_version") === undefined)
    return purgedLine(text(row, "tenant"), text(row, "memory_id"), { set, event });
  return memory && vaultLine(memory, { set, event, reason: text(row, "reason") });
}

function* waitingDays(tenant: string): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT DISTINCT file FROM file_outbox WHERE tenant = ? AND file <> 'vault' ORDER BY file",
    [tenant],
  );
  return rows.map((row) => text(row, "file"));
}

function* written(dialect: Dialect, lines: readonly FileLine[]): Step<void> {
  const isNamed = dialect.anyNumberOf("seq");
  for (const [tenant, own] of byTenant(lines.map((item) => ({ tenant: item.tenant, item })))) {
    const numbers = (from: FileLine["from"]) =>
      JSON.stringify(own.filter((line) => line.from === from).map((line) => line.seq));
    const noted = [tenant, numbers("history")];
    yield* listUnlinked(dialect, tenant, numbers("history"));
    yield* send(`UPDATE history SET unwritten = NULL WHERE tenant = ? AND ${isNamed}`, noted);
    const sent = [tenant, numbers("outbox")];
    yield* send(`DELETE FROM file_outbox WHERE tenant = ? AND ${isNamed}`, sent);
  }
}
