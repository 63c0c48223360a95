// The outbox as a queue: claimed under a lease, fenced, retried, and at last dead where people can see it.

import { MemoryError } from "../errors.ts";
import type { Job, JobRun, JobState } from "../model/job.ts";
import { present } from "../model/present.ts";
import type { JobQueue } from "../ports/store.ts";
import { jsonText, maybeText, maybeTime, number, oneOf, record, text, time } from "./columns.ts";
import { addJob } from "./commit/work-changes.ts";
import { all, type Database, first, type Row, run, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { ms } from "./memory-row.ts";
import { gatherUntied } from "./untied.ts";

const STATES: readonly JobState[] = ["queued", "running", "done", "dead"];

export function jobQueue(db: Database, dialect: Dialect): JobQueue {
  return {
    enqueue: (jobs) => db.write(() => enqueue(jobs)),
    gather: (gathering) => db.write(() => gatherUntied(dialect, gathering)),
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
    ...present({
      leaseUntil: maybeTime(row, "lease_until"),
      lastError: maybeText(row, "last_error"),
      finishedAt: maybeTime(row, "finished_at"),
    }),
  };
}

function* enqueue(jobs: Parameters<JobQueue["enqueue"]>[0]): Step<void> {
  for (const job of jobs) yield* addJob(job, job.runAt);
}

/** Due and waiting, or running under a lease that ran out with its worker. */
function* claim(dialect: Dialect, query: Parameters<JobQueue["claim"]>[0]): Step<readonly Job[]> {
  const now = ms(query.now);
  const due = yield* all(
    `SELECT tenant, id FROM jobs WHERE ${dialect.anyOf("name")} AND
       ((state = 'queued' AND run_at <= ?) OR (state = 'running' AND lease_until <= ?))
     ORDER BY run_at, id LIMIT ? ${dialect.skipLocked}`,
    [JSON.stringify(query.names), now, now, query.limit],
  );
  const jobs: Job[] = [];
  for (const row of due) {
    const key = [text(row, "tenant"), text(row, "id")];
    yield* send(
      `UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, lease_until = ?
       WHERE tenant = ? AND id = ?`,
      [ms(query.leaseUntil), ...key],
    );
    const claimed = yield* first("SELECT * FROM jobs WHERE tenant = ? AND id = ?", key);
    const job = claimed === undefined ? undefined : readableJob(claimed);
    if (job === undefined) yield* send(LAY_ASIDE, [now, ...key]);
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
