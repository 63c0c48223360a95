// Merges lines that say the same fact in other words (S4): once a day over each person's lines, and for the pairs
// that the write path could not decide on. Every merge keeps both lines and can be undone.

import { findAll } from "../curate/find.ts";
import { MemoryError } from "../errors.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import { conclude } from "./conclude.ts";
import { judgePairs, type Looked } from "./judge-pairs.ts";
import { pairUp } from "./pair-up.ts";
import {
  ago,
  DAY_MS,
  deadlineOf,
  HOUR_MS,
  isDryRun,
  type JobCounts,
  type JobDeps,
  type Planned,
  type UpkeepJob,
} from "./upkeep-job.ts";

/** What merges may join one by one: A with B today, the one of them that stays with C in the next round. */
const ROUNDS = 3;
const MERGEABLE = ["fact", "lore"] as const;

export const consolidate: UpkeepJob = async (job, deps) =>
  Array.isArray(job.payload["with"]) ? consolidatePairs(job, deps) : consolidateAll(job, deps);

async function consolidateAll(job: Job, deps: JobDeps): Promise<JobCounts> {
  const isLate = deadlineOf(deps);
  const counts = { linesMerged: 0, pairsLookedAt: 0 };
  const would: Planned[] = [];
  let failure: MemoryError | undefined;
  const all = await groups(job, deps);
  for (const [done, lines] of all.entries()) {
    deps.onProgress({ job: job.name, tenant: job.tenant, done, left: all.length - done });
    if (isLate() || failure?.code === "over_budget") break;
    const looked = await consolidateGroup(job, lines, deps);
    counts.linesMerged += looked.merged;
    counts.pairsLookedAt += looked.judged;
    would.push(...looked.would);
    failure = looked.failure ?? failure;
  }
  if (isDryRun(job) && failure === undefined) return { ...counts, would };
  const { linesMerged } = counts;
  if (!isDryRun(job)) await conclude(job, { linesMerged }, deps);
  // One person's trouble holds up nobody else; then the job is tried again for what is left.
  if (failure !== undefined) throw failure;
  return counts;
}

async function consolidateGroup(
  job: Job,
  lines: readonly Memory[],
  deps: JobDeps,
): Promise<Looked> {
  let sum: Looked = { judged: 0, merged: 0, would: [] };
  let current = lines;
  for (let round = 1; round <= ROUNDS && current.length > 1; round += 1) {
    const looked = await lookOnce(job, current, deps);
    const would = [...sum.would, ...looked.would];
    const { failure } = looked;
    sum = { judged: sum.judged + looked.judged, merged: sum.merged + looked.merged, would };
    if (failure !== undefined) return { ...sum, failure };
    if (looked.merged === 0 || isDryRun(job)) break;
    current = await stillActive(job, current, deps);
  }
  return sum;
}

async function lookOnce(job: Job, lines: readonly Memory[], deps: JobDeps): Promise<Looked> {
  const model = modelKey(deps.embedder.model);
  const ids = lines.map((memory) => memory.id);
  const vectors = await deps.store.search.vectors(job.tenant, { item: "memory", model, ids });
  const chosen = await chosenOf(job.tenant, lines, deps);
  const pairs = pairUp({ lines, vectors, chosen }, deps.upkeep.consolidation);
  return judgePairs(job, { pairs, user: lines[0]?.subject ?? "" }, deps);
}

async function stillActive(
  job: Job,
  lines: readonly Memory[],
  deps: JobDeps,
): Promise<readonly Memory[]> {
  return deps.store.memories.list(hostViewer(job.tenant), {
    filter: { ids: lines.map((memory) => memory.id) },
    look: { now: deps.now().toISOString() },
    page: { limit: lines.length },
  });
}

/** Active lines that changed lately, by kind, place and subject: no others could be one line. */
async function groups(job: Job, deps: JobDeps): Promise<readonly (readonly Memory[])[]> {
  const updatedAfter = ago(deps.upkeep.consolidation.pairDays * DAY_MS, deps);
  const wanted = { filter: { kinds: MERGEABLE, updatedAfter }, states: ["active"] } as const;
  const found = new Map<string, Memory[]>();
  let left = deps.caps.items;
  for await (const memory of findAll(hostViewer(job.tenant), wanted, deps)) {
    if (left === 0) break;
    left -= 1;
    const { kind, scope, user, subject } = memory;
    const key = JSON.stringify([subject ?? "", kind, scope, user ?? ""]);
    const members = found.get(key) ?? [];
    members.push(memory);
    found.set(key, members);
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lines]) => lines);
}

async function chosenOf(
  tenant: string,
  lines: readonly Memory[],
  deps: JobDeps,
): Promise<ReadonlySet<string>> {
  const { poolHours, poolImportance } = deps.upkeep.consolidation;
  const recent = ago(poolHours * HOUR_MS, deps);
  const used = new Set(await deps.store.upkeep.mostUsed(tenant));
  const isChosen = ({ id, updatedAt, importance }: Memory) =>
    updatedAt >= recent || importance >= poolImportance || used.has(id);
  return new Set(lines.filter(isChosen).map((memory) => memory.id));
}

/** A line that was near to others when it was written. No note: it is the end of a write, not a round of upkeep. */
async function consolidatePairs(job: Job, deps: JobDeps): Promise<JobCounts> {
  const { id, with: others } = job.payload;
  if (typeof id !== "string" || !Array.isArray(others))
    throw new MemoryError("internal", "A pair to consolidate is not named.");
  const ids = [id, ...others.map(String)];
  const found = await deps.store.memories.list(hostViewer(job.tenant), {
    filter: { ids },
    look: { now: deps.now().toISOString() },
    page: { limit: ids.length },
  });
  const line = found.find((memory) => memory.id === id);
  if (line === undefined) return { linesMerged: 0, pairsLookedAt: 0 };
  const pairs = found
    .filter((memory) => memory !== line)
    .map((memory) => (memory.createdAt <= line.createdAt ? [memory, line] : [line, memory]))
    .flatMap(([older, newer]) => (older && newer ? [{ older, newer, similarity: 1 }] : []));
  const looked = await judgePairs(job, { pairs, user: line.subject ?? "" }, deps);
  if (looked.failure !== undefined) throw looked.failure;
  return { linesMerged: looked.merged, pairsLookedAt: looked.judged };
}
