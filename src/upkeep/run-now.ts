// Runs an upkeep job because someone asked for it: through the queue, as if it had come due, or as a dry run that
// changes nothing and leaves no trace.

import { MemoryError } from "../errors.ts";
import type { Job, NewJob } from "../model/job.ts";
import { ownValue } from "../model/own-value.ts";
import { CLOCK_JOB, STORE_WIDE } from "./clock-watch.ts";
import { isStoreWide, SCHEDULE, upkeepHandlers } from "./schedule.ts";
import type { JobCounts, UpkeepDeps } from "./upkeep-job.ts";

export type RunRequest = Readonly<{
  name: string;
  /** Every tenant when none is named; what one tenant asks for tells and touches only its own. */
  tenant?: string;
  dryRun?: boolean;
  /** Goes on although much would be lost at once. */
  confirm?: boolean;
  /** For `verify`: mends what it finds. */
  repair?: boolean;
}>;

/** What the job counted, by tenant. */
export type RunOutcome = Readonly<Record<string, JobCounts>>;

/** `runDue` runs what waits in the queue; whoever has a worker gives it. */
export async function runNow(
  request: RunRequest,
  deps: UpkeepDeps,
  runDue: () => Promise<unknown>,
): Promise<RunOutcome> {
  const { name, tenant, dryRun = false } = request;
  const known = SCHEDULE.filter((scheduled) => scheduled.name !== CLOCK_JOB);
  const row = known.find((scheduled) => scheduled.name === name);
  if (row === undefined)
    throw new MemoryError(
      "not_found",
      `There is no job "${name}". Known: ${known.map((one) => one.name).join(", ")}.`,
    );
  const tenants = await tenantsOf(row, tenant, deps);
  const jobs = tenants.map((one) => jobFor(request, one, deps));
  return dryRun ? tryOut(jobs, deps) : runQueued(jobs, deps, runDue);
}

async function tenantsOf(
  row: Parameters<typeof isStoreWide>[0],
  tenant: string | undefined,
  deps: UpkeepDeps,
): Promise<readonly string[]> {
  if (tenant !== undefined) return [tenant];
  return isStoreWide(row) ? [STORE_WIDE] : deps.store.memories.tenants();
}

function jobFor(request: RunRequest, tenant: string, deps: UpkeepDeps): NewJob {
  const { name, dryRun = false, confirm = false, repair = false } = request;
  const id = deps.ids();
  const payload = { dryRun, confirm, repair };
  return { id, tenant, name, key: `asked@${id}`, payload, runAt: deps.now().toISOString() };
}

async function tryOut(jobs: readonly NewJob[], deps: UpkeepDeps): Promise<RunOutcome> {
  const handlers = upkeepHandlers(deps);
  const outcome = new Map<string, JobCounts>();
  for (const job of jobs) {
    const tried: Job = { ...job, state: "running", attempts: 1, fence: 0, createdAt: job.runAt };
    outcome.set(job.tenant, (await ownValue(handlers, job.name)?.(tried)) ?? {});
  }
  return Object.fromEntries(outcome);
}

async function runQueued(
  jobs: readonly NewJob[],
  deps: UpkeepDeps,
  runDue: () => Promise<unknown>,
): Promise<RunOutcome> {
  await deps.store.jobs.enqueue(jobs);
  await runDue();
  const outcome = new Map<string, JobCounts>();
  for (const job of jobs) outcome.set(job.tenant, await resultOf(job, deps));
  return Object.fromEntries(outcome);
}

/** Another process may have taken it, or it failed and is tried again: then it is still to come. */
async function resultOf({ tenant, name, key, id }: NewJob, deps: UpkeepDeps): Promise<JobCounts> {
  const run = await deps.store.jobs.lastRun(tenant, name);
  if (run?.key === key) return run.detail;
  const waiting = await deps.store.jobs.list(tenant, {
    states: ["queued", "running"],
    limit: 1_000,
  });
  const job = waiting.find((one) => one.id === id);
  return { isQueued: true, ...(job?.lastError === undefined ? {} : { error: job.lastError }) };
}
