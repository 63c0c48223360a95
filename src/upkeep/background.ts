// What goes on by itself while the engine is open: due jobs, quiet conversations, lines on their way to files.

import type { CurateDeps } from "../curate/actor-context.ts";
import { refreshSnapshot } from "../curate/snapshot.ts";
import { drainOutbox } from "../curate/vault-file.ts";
import { MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import type { Buffer } from "../ports/store.ts";
import type { IngestDeps } from "../write/act.ts";
import { createIdleGate } from "../write/event-loop.ts";
import { extractStored } from "../write/ingest.ts";
import { closing } from "../write/message-changes.ts";
import { embed, link } from "./jobs/embed.ts";
import { flush } from "./jobs/flush.ts";
import { type RunOutcome, type RunRequest, runNow } from "./run-now.ts";
import { upkeepHandlers } from "./schedule.ts";
import { createScheduler } from "./scheduler.ts";
import type { OnProgress, UpkeepDeps } from "./upkeep-job.ts";
import { type JobHandlers, runDueJobs, type WorkerDeps } from "./worker.ts";

type BackgroundDeps = Readonly<{
  writing: UpkeepDeps & IngestDeps;
  curating: FilesDeps;
  /** Whether scheduled jobs run by themselves; those that finish what was begun always do. */
  isScheduled: boolean;
  /** A night that was missed is made up for before anybody is served (P9). */
  catchesUpFirst: boolean;
  keepsFiles: boolean;
  /** Then nothing goes on by itself: there is nothing that could be finished. */
  isReadOnly: boolean;
}>;

export interface Background {
  /** Runs until no job is due and every line is in its file. */
  settle(): Promise<void>;
  flush(tenant?: string): Promise<number>;
  /** `onProgress` is told how far a long job is, as it goes. */
  runJob(request: RunRequest, onProgress?: OnProgress): Promise<RunOutcome>;
  /** Somebody is served now; what can wait does. */
  called(): void;
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;
/** Lines of this tick are too new for a snapshot, those of the one before are not. */
const HALF_TICK_MS = TICK_MS / 2;
/** What can wait for a quiet second, and how many seconds it does. */
const CAN_WAIT = "link";
const MAX_WAIT_TICKS = 30;
const PAGE = 200;
/** Memories of one job. */
const UNTIED = 1_000;
/** A time after every other, for "all buffers, due or not". */
const FOREVER = "9999-12-31T23:59:59.999Z";

export async function startBackground(deps: BackgroundDeps): Promise<Background> {
  const { writing, curating } = deps;
  const scheduler = createScheduler(writing);
  const patience = createIdleGate(MAX_WAIT_TICKS);
  // Whoever closes the engine does not wait for what can be done another time.
  let isStopping = false;
  const runJobs = (worker: WorkerDeps) => runDueJobs(worker, () => isStopping);
  const runDue = async () => {
    await gatherUntied(writing);
    return runJobs(workerOf(writing));
  };
  // The second time for the neighbours of what jobs stored the first time.
  const runAll = async () => (await runDue()) + (await runDue());
  const inTurn = turnstile();
  if (!deps.isReadOnly) await resumeMining(writing);
  const snapshots = staleSnapshots(deps);
  const settle = async () => {
    await runAll();
    await moveLines(curating);
    await snapshots.freshen();
  };
  const flushAll = async (tenant: string | undefined) => {
    await closeBuffers(writing, FOREVER, tenant);
    const done = await runAll();
    await moveLines(curating);
    return done;
  };
  const tick = async () => {
    if (deps.isScheduled) await scheduler.enqueueDue();
    await closeBuffers(writing, writing.now().toISOString(), undefined);
    await (patience.isOver() ? runDue() : runJobs(pressing(workerOf(writing))));
    await moveLines(curating, writing.upkeep.quietSeconds * 1_000 - HALF_TICK_MS);
    await snapshots.freshen();
  };
  if (deps.catchesUpFirst && deps.isScheduled && !deps.isReadOnly) {
    await scheduler.enqueueDue();
    await runDue();
  }
  const timers = deps.isReadOnly ? [] : [every(TICK_MS, () => inTurn(tick))];
  if (deps.keepsFiles && !deps.isReadOnly)
    timers.push(
      every(writing.upkeep.snapshotMinutes * MINUTE_MS, () =>
        inTurn(() => refreshSnapshots(curating)),
      ),
    );
  const background: Background = {
    settle: () => inTurn(settle),
    flush: (tenant) => inTurn(() => flushAll(tenant)),
    called: patience.called,
    runJob: (request, onProgress = writing.onProgress) => {
      const watched = { ...writing, onProgress };
      return inTurn(() => runNow(request, watched, () => runJobs(workerOf(watched))));
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      isStopping = true;
      return inTurn(() => moveLines(curating));
    },
  };
  const nothing = async () => undefined;
  return deps.isReadOnly ? { ...background, settle: nothing, stop: nothing } : background;
}

/** A process that died between its last lines and the snapshot left an old one: each is written anew once. */
function staleSnapshots({ keepsFiles, curating }: BackgroundDeps) {
  let areStale = keepsFiles;
  return {
    freshen: async () => {
      if (!areStale) return;
      await refreshSnapshots(curating);
      areStale = false;
    },
  };
}

function workerOf(writing: BackgroundDeps["writing"]): WorkerDeps {
  const handlers: JobHandlers = {
    ...upkeepHandlers(writing),
    flush: (job: Job) => flush(job, writing),
    embed: (job: Job) => embed(job, writing),
    link: (job: Job) => link(job, writing),
    mine: (job: Job) => mineAgain(job, writing),
  };
  return { jobs: writing.store.jobs, handlers, now: writing.now, random: Math.random };
}

function pressing({
  handlers: { [CAN_WAIT]: _waits, ...handlers },
  ...worker
}: WorkerDeps): WorkerDeps {
  return { ...worker, handlers };
}

/** Memories that wait for their neighbours become jobs. */
async function gatherUntied({ store, now, ids }: IngestDeps): Promise<void> {
  for (;;) {
    const gathering = { limit: UNTIED, at: now().toISOString(), ids };
    if ((await store.jobs.gather(gathering)) < UNTIED) return;
  }
}

/** One at a time, in the order they came; a failure stops nobody else. */
function turnstile(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
}

/** What was accepted before a crash and never read is read now. */
async function resumeMining(deps: IngestDeps): Promise<void> {
  const waiting = await deps.store.messages.unmined(PAGE);
  const runAt = deps.now().toISOString();
  await deps.store.jobs.enqueue(
    waiting.map(({ tenant, id }) => ({
      id: deps.ids(),
      tenant,
      name: "mine",
      key: id,
      payload: { id },
      runAt,
    })),
  );
}

async function closeBuffers(
  deps: IngestDeps,
  until: string,
  tenant: string | undefined,
): Promise<void> {
  for (;;) {
    const due = await deps.store.messages.dueBuffers({ now: until, limit: PAGE, tenant });
    for (const buffer of due) await closeBuffer(buffer, deps);
    if (due.length < PAGE) return;
  }
}

async function closeBuffer(buffer: Buffer, deps: IngestDeps): Promise<void> {
  const now = deps.now();
  await deps.store.commit({
    tenant: buffer.tenant,
    at: now.toISOString(),
    actor: "job:flush",
    cause: "quiet",
    changes: closing(buffer, deps.ids(), now),
  });
}

// Does something again and again, as long as nothing else keeps the process alive.

/** What fails is tried again at the next turn, and none begins before the last has ended. */
export function every(ms: number, act: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await act().catch(() => undefined);
    isRunning = false;
  };
  return setInterval(() => void run(), ms).unref();
}

// Keeps the folder in step with the store: waiting lines go into their files, and the snapshot is written anew for
// those whose memory changed. It is for people to read; no prompt reads it.

type FilesDeps = CurateDeps & Readonly<{ files: Files }>;

/**
 * Who erases or withdraws moves everyone's lines too, so the folder itself knows whose snapshot is behind. It is written
 * anew once the tenant has been quiet for so long, as the next line would make it old at once.
 */
export async function moveLines(deps: FilesDeps, quietMs = 0): Promise<void> {
  await drainOutbox(deps.store, deps.files);
  for (const tenant of deps.files.behindSnapshot(quietMs)) await refreshSnapshot({ tenant }, deps);
}

async function refreshSnapshots(deps: FilesDeps): Promise<void> {
  for (const tenant of await deps.store.memories.tenants()) await refreshSnapshot({ tenant }, deps);
}

/** Reads a message for facts that the model could not read when it came. */
export async function mineAgain(
  job: Job,
  deps: IngestDeps,
): Promise<Readonly<Record<string, unknown>>> {
  const id = String(job.payload["id"]);
  const outcome = await deps.store.messages.minedOutcome(job.tenant, id);
  const [message] = await deps.store.messages.get(hostViewer(job.tenant), [id]);
  if (message === undefined || outcome !== "pending") return { mined: 0 };
  const receipt = await extractStored(message, deps);
  if (receipt.status === "failed" && receipt.reason?.startsWith("retryable") === true)
    throw new MemoryError("provider_unavailable", receipt.reason);
  return { mined: 1, stored: receipt.stored.length };
}
