// Background jobs: what waits, what failed, what is scheduled, and running one now.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { STORE_WIDE } from "../../upkeep/clock-watch.ts";
import { periodOf, SCHEDULE } from "../../upkeep/schedule.ts";
import type { UpkeepDeps } from "../../upkeep/upkeep-job.ts";
import { type EngineContext, refuseAgent } from "../engine-context.ts";
import { Id, Looking, OfTenant } from "../inputs.ts";
import { operation } from "../operation.ts";
import { type ScheduledJob, ScheduleOutput } from "./outputs.ts";

const STATES = ["queued", "running", "done", "dead"] as const;
const Text = z.string();

const Time = z.string().describe("ISO 8601 in UTC.");

const Count = z.int().min(0);

const JobsOutput = z.array(
  z
    .object({
      id: Text,
      tenant: Text,
      name: Text,
      key: Text,
      payload: z.record(z.string(), z.unknown()),
      runAt: Time,
      state: z.enum(STATES),
      attempts: Count,
      fence: Count,
      leaseUntil: Time.exactOptional(),
      lastError: Text.exactOptional(),
      createdAt: Time,
      finishedAt: Time.exactOptional(),
    })
    .meta({ id: "Job" }),
);

const RetriedOutput = z.object({ id: Text });

const RunOutput = z.record(z.string(), z.record(z.string(), z.unknown()));

const JobsInput = OfTenant.extend({
  states: z.array(z.enum(STATES)).default(["queued", "running", "dead"]),
  limit: z.int().min(1).max(1000).default(100),
});
export interface JobsInput extends z.input<typeof JobsInput> {}

export const jobsOperation = operation({
  name: "jobs",
  summary: "Jobs that wait, run, or were given up after too many tries.",
  access: "operate",
  http: { method: "GET", path: "/v1/jobs" },
  input: JobsInput,
  output: JobsOutput,
  run: ({ tenant, states, limit }, { store }) => store.jobs.list(tenant, { states, limit }),
});

const RetryJobInput = OfTenant.extend({ id: Id });
export interface RetryJobInput extends z.input<typeof RetryJobInput> {}

export const retryJobOperation = operation({
  name: "retryJob",
  summary: "Put a job that was given up back into the queue.",
  access: "operate",
  http: { method: "POST", path: "/v1/jobs/{id}/retry" },
  input: RetryJobInput,
  output: RetriedOutput,
  run: async ({ tenant, id }, { store, writing }) => {
    const isRetried = await store.jobs.retry(tenant, id, writing.now().toISOString());
    if (!isRetried) throw new MemoryError("not_found", `There is no dead job ${id}.`);
    return { id };
  },
});

const UpkeepInput = OfTenant.extend({
  name: Id,
  dryRun: z.boolean().optional(),
  confirm: z.boolean().optional(),
  repair: z.boolean().optional(),
});
export interface UpkeepInput extends z.input<typeof UpkeepInput> {}

export const upkeepOperation = operation({
  name: "upkeep",
  summary: "Run an upkeep job now, or say what it would do.",
  access: "operate",
  http: { method: "POST", path: "/v1/jobs/run" },
  modelCalls: 50,
  input: UpkeepInput,
  output: RunOutput,
  run: (input, { background }) => background.runJob(omitUndefined(input)),
});

const WHEN = {
  day: "daily",
  week: "weekly",
  quarter_hour: "quarter-hourly",
  demand: "on demand",
} as const;

export const scheduleOperation = operation({
  name: "schedule",
  summary: "What runs by itself, when it ran last, and when it runs next.",
  access: "read",
  http: { method: "GET", path: "/v1/schedule" },
  input: Looking,
  output: ScheduleOutput,
  run: async (given, context) => {
    refuseAgent(given);
    return Promise.all(SCHEDULE.map((scheduled) => scheduledJob(scheduled, given.tenant, context)));
  },
});

async function scheduledJob(
  { name, when }: (typeof SCHEDULE)[number],
  tenant: string,
  { store, writing, config }: EngineContext,
): Promise<ScheduledJob> {
  const of = when.every === "day" || when.every === "demand" ? tenant : STORE_WIDE;
  const last = await store.jobs.lastRun(of, name);
  const nextRun = config.upkeep ? nextRunOf(when, tenant, writing) : undefined;
  return {
    job: name,
    when: WHEN[when.every],
    ...(last === undefined ? {} : { lastRun: last.endedAt, lastOutcome: last.outcome }),
    ...(nextRun === undefined ? {} : { nextRun }),
  };
}

type When = (typeof SCHEDULE)[number]["when"];

type Deps = Pick<UpkeepDeps, "now" | "upkeep">;

const MINUTE_MS = 60_000;

/** Longer than any day, also one on which a clock is set back. */
const AHEAD_MINUTES = 27 * 60;

const WEEK_MINUTES = 8 * 24 * 60;

/** To the minute. Found by halving, so that days of odd lengths need no rule of their own here. */
function nextRunOf(when: When, tenant: string, deps: Deps): string | undefined {
  if (when.every === "demand") return undefined;
  const start = Math.floor(deps.now().getTime() / MINUTE_MS);
  const periodAt = (minute: number) =>
    periodOf(when, tenant, { ...deps, now: () => new Date(minute * MINUTE_MS) });
  const current = periodAt(start);
  let [same, other] = [start, start + (when.every === "week" ? WEEK_MINUTES : AHEAD_MINUTES)];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (periodAt(middle) === current) same = middle;
    else other = middle;
  }
  return new Date(other * MINUTE_MS).toISOString();
}
