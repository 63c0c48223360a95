// Runs jobs from the outbox: claimed under a lease, tried a few times with growing pauses, then laid aside for people.

import { asMemoryError, type MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import { ownValue } from "../model/own-value.ts";
import type { Clock } from "../ports/clock.ts";
import type { JobQueue } from "../ports/store.ts";

/** What a job did, in counts; it throws when it could not. */
export type JobHandler = (job: Job) => Promise<Readonly<Record<string, unknown>>>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type WorkerDeps = Readonly<{
  jobs: JobQueue;
  handlers: JobHandlers;
  now: Clock;
  random: () => number;
  /** How often and how late a job that failed is tried again; the usual, when it is not named. */
  patience?: Patience;
  /** Jobs that were claimed together are run together: each waits for somebody else. */
  isParallel?: boolean;
}>;

/** The pause after the first failure is `firstMs` times `factor`, then ever longer up to `mostMs`. */
export type Patience = Readonly<{
  attempts: number;
  firstMs: number;
  factor: number;
  mostMs: number;
}>;

const LEASE_MS = 60_000;
const CLAIM = 16;
const USUAL: Patience = { attempts: 5, firstMs: 1_000, factor: 2, mostMs: 300_000 };
/** Budgets are for a day of UTC. */
const DAY_MS = 86_400_000;

/** Runs everything that is due now, unless it is to stop; gives how many ran well. */
export async function runDueJobs(
  deps: WorkerDeps,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let done = 0;
  while (!isStopping()) {
    const now = deps.now();
    const claimed = await deps.jobs.claim({
      names: Object.keys(deps.handlers),
      now: now.toISOString(),
      leaseUntil: later(now, LEASE_MS),
      limit: CLAIM,
    });
    if (claimed.length === 0) break;
    const runOne = async (job: Job) => {
      if (isStopping()) await deps.jobs.release(job);
      else if (await runJob(job, deps)) done += 1;
    };
    if (deps.isParallel === true) await Promise.all(claimed.map(runOne));
    else for (const job of claimed) await runOne(job);
  }
  return done;
}

async function runJob(job: Job, deps: WorkerDeps): Promise<boolean> {
  const startedAt = deps.now().toISOString();
  const handler = ownValue(deps.handlers, job.name);
  if (handler === undefined) return false;
  // Others were run since it was claimed; whoever took it over meanwhile has it now.
  if (!(await deps.jobs.extend(job, later(deps.now(), LEASE_MS)))) return false;
  const { attempts } = deps.patience ?? USUAL;
  if (job.attempts > attempts) {
    const error = job.lastError ?? "Each attempt ended with its worker.";
    await deps.jobs.fail(job, { error, at: deps.now().toISOString() });
    return false;
  }
  const heartbeat = setInterval(() => {
    deps.jobs.extend(job, later(deps.now(), LEASE_MS)).catch(() => undefined);
  }, LEASE_MS / 3);
  heartbeat.unref();
  try {
    const detail = await handler(job);
    const endedAt = deps.now().toISOString();
    const { tenant, name, key } = job;
    return await deps.jobs.complete(job, {
      tenant,
      name,
      key,
      startedAt,
      endedAt,
      outcome: "ok",
      detail,
    });
  } catch (thrown) {
    await putBack(job, asMemoryError(thrown), deps);
    return false;
  } finally {
    clearInterval(heartbeat);
  }
}

async function putBack(job: Job, error: MemoryError, deps: WorkerDeps): Promise<void> {
  const now = deps.now();
  const isDead = job.attempts >= (deps.patience ?? USUAL).attempts;
  await deps.jobs.fail(job, {
    error: error.message,
    at: now.toISOString(),
    ...(isDead ? {} : { retryAt: later(now, pauseAfter(job, error, deps)) }),
  });
}

/** A budget that is spent is not there again before the next day; to ask sooner only uses up the attempts. */
function pauseAfter({ attempts }: Job, { code }: MemoryError, deps: WorkerDeps): number {
  const { now, random, patience = USUAL } = deps;
  const { firstMs, factor, mostMs } = patience;
  const pause = Math.min(mostMs, firstMs * factor ** attempts) * (0.5 + random() / 2);
  return code === "over_budget" ? DAY_MS - (now().getTime() % DAY_MS) + pause : pause;
}

function later(from: Date, ms: number): string {
  return new Date(from.getTime() + ms).toISOString();
}
