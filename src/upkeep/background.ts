// What goes on by itself while the engine is open: due jobs, quiet conversations, lines on their way to files.

import type { Job } from "../model/job.ts";
import type { Buffer } from "../ports/store.ts";
import { closing } from "../write/keep.ts";
import type { ListenDeps } from "../write/listen.ts";
import { embed } from "./embed.ts";
import { every } from "./every.ts";
import { type FilesDeps, moveLines, refreshSnapshots } from "./files-in-step.ts";
import { flush } from "./flush.ts";
import { link } from "./link.ts";
import { mineAgain } from "./mine-again.ts";
import { createPatience } from "./patience.ts";
import { type RunOutcome, type RunRequest, runNow } from "./run-now.ts";
import { upkeepHandlers } from "./schedule.ts";
import { createScheduler } from "./scheduler.ts";
import type { OnProgress, UpkeepDeps } from "./upkeep-job.ts";
import { type JobHandlers, runDueJobs, type WorkerDeps } from "./worker.ts";

export type BackgroundDeps = Readonly<{
  writing: UpkeepDeps & ListenDeps;
  curating: FilesDeps;
  /** Whether scheduled jobs run by themselves; those that finish what was begun always do. */
  isScheduled: boolean;
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
const SNAPSHOT_MS = 300_000;
/** Lines of this tick are too new for a snapshot, those of the one before are not. */
const QUIET_MS = TICK_MS / 2;
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
  const patience = createPatience(MAX_WAIT_TICKS);
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
    await moveLines(curating, QUIET_MS);
    await snapshots.freshen();
  };
  const timers = deps.isReadOnly ? [] : [every(TICK_MS, () => inTurn(tick))];
  if (deps.keepsFiles && !deps.isReadOnly)
    timers.push(every(SNAPSHOT_MS, () => inTurn(() => refreshSnapshots(curating))));
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
async function gatherUntied({ store, now, ids }: ListenDeps): Promise<void> {
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
async function resumeMining(deps: ListenDeps): Promise<void> {
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
  deps: ListenDeps,
  until: string,
  tenant: string | undefined,
): Promise<void> {
  for (;;) {
    const due = await deps.store.messages.dueBuffers({ now: until, limit: PAGE, tenant });
    for (const buffer of due) await closeBuffer(buffer, deps);
    if (due.length < PAGE) return;
  }
}

async function closeBuffer(buffer: Buffer, deps: ListenDeps): Promise<void> {
  const now = deps.now();
  await deps.store.commit({
    tenant: buffer.tenant,
    at: now.toISOString(),
    actor: "job:flush",
    cause: "quiet",
    changes: closing(buffer, deps.ids(), now),
  });
}
