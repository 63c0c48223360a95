// Months of talk in a few seconds: tenants, people and messages on a clock of its own, with every job on its
// schedule, as the background of an engine would run them.

import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import { POLICIES } from "../../src/model/kinds.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import type { Store } from "../../src/ports/store.ts";
import { noFiles } from "../../src/store/files/open-files.ts";
import { mineAgain } from "../../src/upkeep/background.ts";
import { embed } from "../../src/upkeep/jobs/embed.ts";
import { flush } from "../../src/upkeep/jobs/flush.ts";
import { builtinJudge } from "../../src/upkeep/judge.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { createScheduler, type Scheduler } from "../../src/upkeep/scheduler.ts";
import type { UpkeepDeps } from "../../src/upkeep/upkeep-job.ts";
import { DEFAULT_UPKEEP_POLICY } from "../../src/upkeep/upkeep-job.ts";
import { runDueJobs, type WorkerDeps } from "../../src/upkeep/worker.ts";
import type { IngestDeps } from "../../src/write/act.ts";
import { DEFAULT_LISTEN_POLICY, DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import { ingest } from "../../src/write/ingest.ts";
import { closing } from "../../src/write/message-changes.ts";
import { pick, type Random, say, seeded } from "./talk.ts";

export type Simulation = Readonly<{
  seed: number;
  tenants: number;
  /** Of all tenants together. */
  users: number;
  messages: number;
  days: number;
}>;

export type Clock = { now: number };

type Deps = UpkeepDeps & IngestDeps;
type Running = Readonly<{ deps: Deps; scheduler: Scheduler; worker: WorkerDeps; clock: Clock }>;

export const START = Date.parse("2026-01-01T00:00:00.000Z");
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BUFFERS = 200;

/** The store must use the same clock. Two days of quiet at the end let every job come to rest. */
export async function simulate(
  simulation: Simulation,
  store: Store,
  clock: Clock,
): Promise<UpkeepDeps> {
  const running = start(store, clock, simulation.seed);
  const random = seeded(simulation.seed);
  const said = timesOf(simulation, random);
  let next = 0;
  const end = START + (simulation.days + 2) * DAY_MS;
  for (; clock.now < end; clock.now += HOUR_MS) {
    for (; (said[next] ?? end) < clock.now + HOUR_MS && next < said.length; next += 1)
      await ingest(messageOf(next, said[next] ?? 0, { simulation, random }), running.deps);
    await tick(running);
  }
  return running.deps;
}

function start(store: Store, clock: Clock, seed: number): Running {
  let made = 0;
  const ids = () => {
    made += 1;
    return `s${seed}-${String(made).padStart(9, "0")}`;
  };
  const now = () => new Date(clock.now);
  const deps: Deps = {
    store,
    now,
    ids,
    embedder: builtinEmbedder(),
    extractor: builtinExtractor(),
    narrator: builtinNarrator(),
    policy: DEFAULT_WRITE_POLICY,
    gate: { isEcho: () => false, categories: "all", scopes: "all", kinds: POLICIES },
    listening: DEFAULT_LISTEN_POLICY,
    screen: (text) => guard(text, DEFAULT_GUARD_POLICY),
    judge: builtinJudge(DEFAULT_WRITE_POLICY.bands),
    files: noFiles(),
    upkeep: DEFAULT_UPKEEP_POLICY,
    restorableDays: DEFAULT_WRITE_POLICY.restorableDays,
    onProgress: () => undefined,
  };
  const handlers = {
    ...upkeepHandlers(deps),
    flush: (job: Parameters<typeof flush>[0]) => flush(job, deps),
    embed: (job: Parameters<typeof embed>[0]) => embed(job, deps),
    mine: (job: Parameters<typeof mineAgain>[0]) => mineAgain(job, deps),
  };
  const worker = { jobs: store.jobs, handlers, now, random: seeded(seed + 1) };
  return { deps, scheduler: createScheduler(deps), worker, clock };
}

/** Conversations come in bursts, in the order of time. */
function timesOf({ messages, days }: Simulation, random: Random): readonly number[] {
  const times: number[] = [];
  while (times.length < messages) {
    const from = START + random() * days * DAY_MS;
    const burst = 2 + Math.floor(random() * 8);
    for (let n = 0; n < burst && times.length < messages; n += 1)
      times.push(Math.floor(from + n * 60_000 * (1 + random())));
  }
  return times.sort((a, b) => a - b);
}

type Speaking = Readonly<{ simulation: Simulation; random: Random }>;

function messageOf(index: number, at: number, { simulation, random }: Speaking): NewMessage {
  const perTenant = simulation.users / simulation.tenants;
  const tenant = Math.floor(random() * simulation.tenants);
  const user = tenant * perTenant + Math.floor(random() * perTenant);
  const spoken = say(user, random);
  return {
    tenant: `t${tenant}`,
    id: `m${index}`,
    channel: pick(["general", "random"], random),
    at: new Date(at).toISOString(),
    author: { id: spoken.user, name: spoken.name, isBot: false },
    text: spoken.text,
    role: "user",
    origin: "user",
    scope: "shared",
  };
}

async function tick({ deps, scheduler, worker }: Running): Promise<void> {
  const now = deps.now();
  for (const buffer of await deps.store.messages.dueBuffers({
    now: now.toISOString(),
    limit: BUFFERS,
  }))
    await deps.store.commit({
      tenant: buffer.tenant,
      at: now.toISOString(),
      actor: "job:flush",
      cause: "quiet",
      changes: closing(buffer, deps.ids(), now),
    });
  await scheduler.enqueueDue();
  await runDueJobs(worker);
}
