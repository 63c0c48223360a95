// What goes on by itself while the engine is open: due jobs, quiet conversations, lines on their way to files.

import { MemoryError } from "../errors.ts";
import type { Job } from "../model/job.ts";
import type { Buffer } from "../ports/store.ts";
import { closing } from "../write/keep.ts";
import type { ListenDeps } from "../write/listen.ts";
import { embed } from "./embed.ts";
import { type FlushDeps, flush } from "./flush.ts";
import { mineAgain } from "./mine-again.ts";
import { type JobHandlers, runDueJobs } from "./worker.ts";

export type BackgroundDeps = Readonly<{ deps: FlushDeps & ListenDeps; folder: string | undefined }>;

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

export async function startBackground({ deps }: BackgroundDeps): Promise<Background> {
  const handlers: JobHandlers = {
    flush: (job: Job) => flush(job, deps),
    embed: (job: Job) => embed(job, deps),
    mine: (job: Job) => mineAgain(job, deps),
  };
  const worker = { jobs: deps.store.jobs, handlers, now: deps.now, random: Math.random };
  let current: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = current.then(act, act);
    current = next.catch(() => undefined);
    return next;
  };
  await resumeMining(deps);
  const timer = setInterval(() => {
    inTurn(async () => {
      await closeBuffers(deps, deps.now().toISOString(), undefined);
      await runDueJobs(worker);
    }).catch(() => undefined);
  }, TICK_MS);
  timer.unref();
  return {
    settle: () => inTurn(async () => void (await runDueJobs(worker))),
    flush: (tenant) =>
      inTurn(async () => {
        await closeBuffers(deps, FOREVER, tenant);
        return runDueJobs(worker);
      }),
    runJob: async (name) => {
      throw new MemoryError("not_found", `There is no job called "${name}".`);
    },
    stop: async () => {
      clearInterval(timer);
      await current;
    },
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
