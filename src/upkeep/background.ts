// What goes on by itself while the engine is open: due jobs, quiet conversations, lines on their way to files.

import type { CurateDeps } from "../curate/doing.ts";
import { drainOutbox } from "../curate/vault-file/drain-outbox.ts";
import { MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import type { Files } from "../ports/files.ts";
import type { Buffer } from "../ports/store.ts";
import { closing } from "../write/keep.ts";
import type { ListenDeps } from "../write/listen.ts";
import { embed } from "./embed.ts";
import { type FlushDeps, flush } from "./flush.ts";
import { mineAgain } from "./mine-again.ts";
import { type JobHandlers, runDueJobs } from "./worker.ts";

export type BackgroundDeps = Readonly<{
  writing: FlushDeps & ListenDeps;
  curating: CurateDeps & Readonly<{ files: Files }>;
}>;

export interface Background {
  /** Runs until no job is due and every line is in its file. */
  settle(): Promise<void>;
  flush(tenant?: string): Promise<number>;
  runJob(name: string, tenant?: string): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
const PAGE = 200;
/** A time after every other, for "all buffers, due or not". */
const FOREVER = "9999-12-31T23:59:59.999Z";

export async function startBackground({ writing, curating }: BackgroundDeps): Promise<Background> {
  const worker = {
    jobs: writing.store.jobs,
    handlers: handlersOf(writing),
    now: writing.now,
    random: Math.random,
  };
  const inTurn = turnstile();
  await resumeMining(writing);
  const settle = async () => {
    await runDueJobs(worker);
    await drainOutbox(curating.store, curating.files);
  };
  const flushAll = async (until: string, tenant: string | undefined) => {
    await closeBuffers(writing, until, tenant);
    const done = await runDueJobs(worker);
    await drainOutbox(curating.store, curating.files);
    return done;
  };
  // What fails here is tried again a second later; jobs keep their own record of failures.
  const timer = setInterval(() => {
    inTurn(() => flushAll(writing.now().toISOString(), undefined)).catch(() => undefined);
  }, TICK_MS);
  timer.unref();
  return {
    settle: () => inTurn(settle),
    flush: (tenant) => inTurn(() => flushAll(FOREVER, tenant)),
    runJob: async (name) => {
      throw new MemoryError("not_found", `There is no job called "${name}".`);
    },
    stop: () => {
      clearInterval(timer);
      return inTurn(settle);
    },
  };
}

function handlersOf(writing: BackgroundDeps["writing"]): JobHandlers {
  return {
    flush: (job: Job) => flush(job, writing),
    embed: (job: Job) => embed(job, writing),
    mine: (job: Job) => mineAgain(job, writing),
  };
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
  const due = await deps.store.messages.dueBuffers(until, PAGE);
  for (const buffer of due)
    if (tenant === undefined || tenant === buffer.tenant) await closeBuffer(buffer, deps);
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
