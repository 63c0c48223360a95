// How a job ends: one that did something leaves a short note of it for a week (N13).

import { embed, isConflict } from "../curate/actor-context.ts";
import type { Job } from "../model/job.ts";
import { type Memory, UPKEEP_CATEGORY } from "../model/memory.ts";
import { provenanceOf } from "../model/origin.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import { ahead, DAY_MS, type JobCounts, type JobDeps } from "./upkeep-job.ts";

export async function conclude(
  job: Job,
  counts: Readonly<Record<string, number>>,
  deps: JobDeps,
): Promise<JobCounts> {
  const done = Object.entries(counts).filter(([, count]) => count > 0);
  if (done.length > 0) {
    const told = done.map(([what, count]) => `${spaced(what)}: ${count}`).join(", ");
    await leaveNote(job, `Upkeep (${job.name}): ${told}.`, deps);
  }
  return counts;
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Under an id of the job's own, so that a job that died after its note does not leave another. */
async function leaveNote(job: Job, text: string, deps: JobDeps): Promise<void> {
  const memory = noteOf(job, text, deps);
  if (await isThere(memory, deps)) return;
  const changes = [
    { type: "create", memory, reason: "a job ended" } as const,
    await embed(memory, deps),
  ];
  const { tenant, createdAt: at } = memory;
  try {
    await deps.store.commit({ tenant, at, actor: `job:${job.name}`, cause: "summary", changes });
  } catch (thrown) {
    if (!isConflict(thrown) || !(await isThere(memory, deps))) throw thrown;
  }
}

async function isThere({ id, tenant, createdAt: now }: Memory, deps: JobDeps): Promise<boolean> {
  const look = { now, states: STATES };
  return (await deps.store.memories.get(hostViewer(tenant), id, look)) !== undefined;
}

function noteOf(job: Job, text: string, deps: JobDeps): Memory {
  const at = deps.now().toISOString();
  return {
    id: `summary-${job.id}`,
    tenant: job.tenant,
    scope: "shared",
    kind: "summary",
    category: UPKEEP_CATEGORY,
    text,
    tags: [],
    participants: [],
    confidence: 1,
    importance: 1,
    pinned: false,
    stability: "volatile",
    sensitivity: "normal",
    ...provenanceOf("job"),
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
    expiresAt: ahead(deps.upkeep.summaryDays * DAY_MS, deps),
    writer: { job: job.name, run: job.key },
  };
}
