// Puts pairs before the judge, a few at a time and only so many a day, and merges those that are one fact.

import { createHash } from "node:crypto";
import { isConflict } from "../curate/again.ts";
import { MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import type { PairVerdict } from "../ports/judge.ts";
import { CORRECTED_TAG } from "../ports/narrator.ts";
import { absorb } from "./absorb.ts";
import type { Pair } from "./pair-up.ts";
import { ago, DAY_MS, isDryRun, type JobDeps, type Planned } from "./upkeep-job.ts";

type Asked = Readonly<{ pairs: readonly Pair[]; user: string }>;
export type Looked = Readonly<{
  judged: number;
  merged: number;
  would: readonly Planned[];
  /** Why some pairs have no verdict yet. */
  failure?: MemoryError;
}>;
type Judged = Readonly<{ pair: Pair; verdict: PairVerdict }>;
type Verdicts =
  | Readonly<{ type: "ok"; judged: readonly Judged[] }>
  | Readonly<{ type: "failed"; failure: MemoryError }>;

export async function judgePairs(job: Job, asked: Asked, deps: JobDeps): Promise<Looked> {
  const fresh = await freshPairs(job, asked, deps);
  const size = sizeOf(fresh.length, deps);
  // Of a merge one line is put aside and the other has a new version; that one is read again in the next round.
  const changed = new Set<string>();
  const isCurrent = ({ older, newer }: Pair) => !changed.has(older.id) && !changed.has(newer.id);
  const would: Planned[] = [];
  let judged = 0;
  for (let from = 0; from < fresh.length; from += size) {
    const pairs = fresh.slice(from, from + size).filter(isCurrent);
    const verdicts = await verdictsOn(job, { ...asked, pairs }, deps);
    if (verdicts.type === "failed")
      return { judged, merged: would.length, would, failure: verdicts.failure };
    for (const one of verdicts.judged) {
      if (!isCurrent(one.pair)) continue;
      judged += 1;
      const planned = await settle(job, one, { user: asked.user, deps });
      for (const id of planned.flatMap(({ ids }) => ids)) changed.add(id);
      would.push(...planned);
    }
  }
  return { judged, merged: would.length, would };
}

/** Even portions: twelve pairs are twice six, not ten and two. */
function sizeOf(count: number, { upkeep }: JobDeps): number {
  const { pairsAtOnce } = upkeep.consolidation;
  const portions = Math.max(1, Math.ceil(count / pairsAtOnce));
  return Math.max(1, Math.ceil(count / portions));
}

type Settling = Readonly<{ user: string; deps: JobDeps }>;

/** Marked only now: a pair whose judge failed is put before it again. */
async function settle(
  job: Job,
  one: Judged,
  { user, deps }: Settling,
): Promise<readonly Planned[]> {
  const merged = await mergeOne(job, one, deps);
  const planned = merged === undefined ? [] : [merged];
  if (isDryRun(job)) return planned;
  const mark = fingerprintOf(one.pair, user, deps);
  await deps.store.upkeep.fingerprint(job.tenant, mark, deps.now().toISOString());
  return planned;
}

/** Not looked at in the last two weeks, and no more than the person's pairs of the day, failed ones included. */
async function freshPairs(job: Job, asked: Asked, deps: JobDeps): Promise<readonly Pair[]> {
  const { pairsOfUserDay, fingerprintDays } = deps.upkeep.consolidation;
  const { pairsSince } = deps.store.upkeep;
  const since = ago(fingerprintDays * DAY_MS, deps);
  const known = new Set(await pairsSince(job.tenant, prefixOf(asked.user), since));
  const asks = await pairsSince(job.tenant, askedPrefix(asked.user, deps), since);
  const left = pairsOfUserDay - asks.length;
  return asked.pairs
    .filter((pair) => !known.has(fingerprintOf(pair, asked.user, deps)))
    .slice(0, Math.max(0, left));
}

function prefixOf(user: string): string {
  return `${sha256(user).slice(0, 16)}:`;
}

/** What was put before the judge today, counted before it is: neither a failure nor a crash gives it back. */
function askedPrefix(user: string, { now }: JobDeps): string {
  return `asked:${prefixOf(user)}${now().toISOString().slice(0, 10)}:`;
}

/** Of the words, not only of the ids: a line that was changed is looked at again, and so is one by another judge. */
function fingerprintOf({ older, newer }: Pair, user: string, { judge }: JobDeps): string {
  const content = [judge.name, older.id, older.text, newer.id, newer.text];
  return `${prefixOf(user)}${sha256(JSON.stringify(content)).slice(0, 32)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function verdictsOn(job: Job, asked: Asked, deps: JobDeps): Promise<Verdicts> {
  const { pairs, user } = asked;
  if (pairs.length === 0) return { type: "ok", judged: [] };
  if (!isDryRun(job)) await countAsked(job, asked, deps);
  const judged = await deps.judge.judge({
    pairs: pairs.map(({ older, newer }) => ({ older: older.text, newer: newer.text })),
    tenant: job.tenant,
    user,
  });
  if (judged.type !== "ok") return { type: "failed", failure: failureOf(judged.reason) };
  return {
    type: "ok",
    judged: pairs.map((pair, index) => ({ pair, verdict: judged.verdicts[index] ?? "apart" })),
  };
}

async function countAsked(job: Job, { pairs, user }: Asked, deps: JobDeps): Promise<void> {
  const at = deps.now().toISOString();
  for (const _ of pairs)
    await deps.store.upkeep.fingerprint(job.tenant, `${askedPrefix(user, deps)}${deps.ids()}`, at);
}

/** Never a verdict: the job is tried again, and tomorrow when it is the budget that is spent. */
function failureOf(reason: string): MemoryError {
  const code = reason === "over_budget" ? "over_budget" : "provider_unavailable";
  return new MemoryError(code, `The judge gave no verdict: ${reason}`, { details: { reason } });
}

/** What was done, or in a dry run would be; undefined when both lines stay. */
async function mergeOne(
  job: Job,
  { pair, verdict }: Judged,
  deps: JobDeps,
): Promise<Planned | undefined> {
  const chosen = chooseLine(pair, verdict);
  if (chosen === undefined) return undefined;
  const { keep, drop } = chosen;
  if (await wasRestored(drop, deps)) return undefined;
  const reason = verdict === "same" ? "the same in other words" : "the newer line says more";
  if (!isDryRun(job)) {
    const changes = await absorb({ keep, same: [drop], ended: [], reason }, deps);
    const at = deps.now().toISOString();
    const set = { tenant: job.tenant, at, actor: "job:consolidate", cause: "consolidate", changes };
    try {
      await deps.store.commit(set);
    } catch (thrown) {
      // Someone changed one of them meanwhile; it is looked at again with its new words.
      if (!isConflict(thrown)) throw thrown;
      return undefined;
    }
  }
  return { act: "merge", ids: [keep.id, drop.id], why: reason };
}

/** Corrected before trusted before newer words before longer ones; nothing weaker takes the place of a stronger one. */
function chooseLine(
  { older, newer }: Pair,
  verdict: PairVerdict,
): Readonly<{ keep: Memory; drop: Memory }> | undefined {
  if (verdict === "apart") return undefined;
  const rank = (memory: Memory) => Number(memory.tags.includes(CORRECTED_TAG)) * 10 + memory.trust;
  const lead = rank(newer) - rank(older);
  if (verdict === "newer_says_more") return lead < 0 ? undefined : { keep: newer, drop: older };
  if (lead !== 0) return lead > 0 ? { keep: newer, drop: older } : { keep: older, drop: newer };
  return newer.text.length > older.text.length
    ? { keep: newer, drop: older }
    : { keep: older, drop: newer };
}

/** Who brought a line back wants it to stand. */
async function wasRestored({ id, tenant }: Memory, deps: JobDeps): Promise<boolean> {
  const history = await deps.store.memories.history(hostViewer(tenant), id);
  return history.some(({ event }) => event === "RESTORE");
}
