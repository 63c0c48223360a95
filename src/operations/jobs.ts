// The work that waits, the work that failed, and work that someone asks for now.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import { present } from "../model/present.ts";
import { Id } from "./inputs.ts";
import { operation } from "./operation.ts";
import { JobsOutput, RetriedOutput, RunOutput } from "./work-outputs.ts";

const OfTenant = z.strictObject({ tenant: Id });
const STATES = ["queued", "running", "done", "dead"] as const;

export const jobsOperation = operation({
  name: "jobs",
  summary: "Jobs that wait, run, or were given up after too many tries.",
  access: "operate",
  http: { method: "GET", path: "/v1/jobs" },
  input: OfTenant.extend({
    states: z.array(z.enum(STATES)).default(["queued", "running", "dead"]),
    limit: z.int().min(1).max(1000).default(100),
  }),
  output: JobsOutput,
  run: ({ tenant, states, limit }, { store }) => store.jobs.list(tenant, { states, limit }),
});

export const retryJobOperation = operation({
  name: "retryJob",
  summary: "Put a job that was given up back into the queue.",
  access: "operate",
  http: { method: "POST", path: "/v1/jobs/{id}/retry" },
  input: OfTenant.extend({ id: Id }),
  output: RetriedOutput,
  run: async ({ tenant, id }, { store, writing }) => {
    const isRetried = await store.jobs.retry(tenant, id, writing.now().toISOString());
    if (!isRetried) throw new MemoryError("not_found", `There is no dead job ${id}.`);
    return { id };
  },
});

export const upkeepOperation = operation({
  name: "upkeep",
  summary: "Run an upkeep job now, or say what it would do.",
  access: "operate",
  http: { method: "POST", path: "/v1/jobs/run" },
  modelCalls: 50,
  input: OfTenant.extend({
    name: Id,
    dryRun: z.boolean().optional(),
    confirm: z.boolean().optional(),
    repair: z.boolean().optional(),
  }),
  output: RunOutput,
  run: (input, { background }) => background.runJob(present(input)),
});
