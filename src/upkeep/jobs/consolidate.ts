// Merges lines that say the same fact in other words (S4): once a day over each person's lines, and for the pairs
// that the write path could not decide on. Every merge keeps both lines and can be undone.

import { createHash } from "node:crypto";
import { findAll, isConflict } from "../../curate/actor-context.ts";
import { MemoryError } from "../../errors.ts";
import { modelKey } from "../../model/embedding-text.ts";
import type { Job } from "../../model/job.ts";
import type { Memory } from "../../model/memory.ts";
import { terms } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { PairVerdict } from "../../ports/language.ts";
import { CORRECTED_TAG } from "../../ports/narrator.ts";
import { conclude } from "../conclude.ts";
import {
  ago,
  type ConsolidationPolicy,
  DAY_MS,
  deadlineOf,
  HOUR_MS,
  isDryRun,
  type JobCounts,
  type JobDeps,
  type Planned,
  type UpkeepJob,
} from "../upkeep-job.ts";
import { absorb } from "./absorb.ts";

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
    if (looked.merged === 0) break;
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
  const { poolHours, poolImportance, mostUsedPercent } = deps.upkeep.consolidation;
  const recent = ago(poolHours * HOUR_MS, deps);
  const used = new Set(await deps.store.upkeep.mostUsed(tenant, mostUsedPercent));
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

// Puts pairs before the judge, a few at a time and only so many a day, and merges those that are one fact.

type Asked = Readonly<{ pairs: readonly Pair[]; user: string }>;
type Looked = Readonly<{
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

async function judgePairs(job: Job, asked: Asked, deps: JobDeps): Promise<Looked> {
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
  const mark = fingerprintOf(one.pair, user, deps);
  await deps.store.upkeep.fingerprint(job.tenant, mark, {
    at: deps.now().toISOString(),
    days: deps.upkeep.consolidation.fingerprintDays,
  });
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
  await countAsked(job, asked, deps);
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
    await deps.store.upkeep.fingerprint(job.tenant, `${askedPrefix(user, deps)}${deps.ids()}`, {
      at,
      days: deps.upkeep.consolidation.fingerprintDays,
    });
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

// Which lines of one person might say the same thing, found without a model: near in meaning, recent, and with
// words in common or only their numbers apart (S4).

type Pair = Readonly<{ older: Memory; newer: Memory; similarity: number }>;

type Pool = Readonly<{
  /** Lines of one kind, place and subject. */
  lines: readonly Memory[];
  vectors: ReadonlyMap<string, Float32Array>;
  /** Every pair has one of these: new, important, or often used. */
  chosen: ReadonlySet<string>;
}>;

/** The most alike first. */
function pairUp(pool: Pool, policy: ConsolidationPolicy): readonly Pair[] {
  const read = pool.lines.toSorted(byAge).map((memory) => ({
    memory,
    words: new Set(terms(memory.text)),
    vector: pool.vectors.get(memory.id),
  }));
  const pairs: Pair[] = [];
  for (const [at, older] of read.entries())
    for (const newer of read.slice(at + 1)) {
      if (!pool.chosen.has(older.memory.id) && !pool.chosen.has(newer.memory.id)) continue;
      const similarity = similarityOf(older, newer, policy);
      if (similarity !== undefined)
        pairs.push({ older: older.memory, newer: newer.memory, similarity });
    }
  return pairs.sort((a, b) => b.similarity - a.similarity || (idsOf(a) < idsOf(b) ? -1 : 1));
}

function byAge(a: Memory, b: Memory): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function idsOf({ older, newer }: Pair): string {
  return `${older.id} ${newer.id}`;
}

type Read = Readonly<{
  memory: Memory;
  words: ReadonlySet<string>;
  vector: Float32Array | undefined;
}>;

/** Undefined when the two are not worth a look. A line that waits for its vector is judged by its words. */
function similarityOf(older: Read, newer: Read, policy: ConsolidationPolicy): number | undefined {
  const overlap = overlapOf(older.words, newer.words);
  if (overlap < policy.minOverlap && !differInNumbersOnly(older.memory, newer.memory))
    return undefined;
  if (older.vector === undefined || newer.vector === undefined) return overlap;
  const cosine = dot(older.vector, newer.vector);
  return cosine < policy.minCosine ? undefined : (overlap + cosine) / 2;
}

/** Share of the shorter line's words that the other has. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  if (short.size === 0) return 0;
  let shared = 0;
  for (const word of short) if (long.has(word)) shared += 1;
  return shared / short.size;
}

function differInNumbersOnly(a: Memory, b: Memory): boolean {
  const masked = ({ text }: Memory) => text.replace(/\p{N}+/gu, "#");
  return masked(a) === masked(b) && masked(a).includes("#");
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += value * (b[index] ?? 0);
  return sum;
}
