// Fills an engine to a size, then measures single adds and questions there.

import { tell } from "../../run/child.ts";
import { type Footprint, footprint } from "../../run/footprint.ts";
import { type Percentiles, percentiles, spent } from "../../run/timing.ts";
import { type Asked, type Line, workloadOf } from "../../workload/workload.ts";
import type { Peer } from "../peer.ts";
import type { Task } from "../peer-process.ts";

export type Doing = Readonly<{ task: Task; peer: Peer; openMs: number }>;

export type Searched = Percentiles &
  Readonly<{
    cpuMs: number;
    asked: number;
    gold: number;
    /** The p50 of each fifth of the questions, to see how far a ratio can be trusted. */
    rounds: readonly number[];
  }>;
export type AtSize = Readonly<{
  /** Lines that were stored when the time for it ran out, or all of them. */
  reached: number;
  batchPerSecond: number;
  singlePerSecond: number;
  singlePerCpuSecond: number;
  all: Searched;
  oneUser: Searched;
  footprint: Footprint;
}>;

const AT_ONCE = 500;
const SINGLES = 300;
/** Until the code is compiled: an engine that answers in a millisecond needs more questions for it than a slow one. */
const WARM_UP_MS = 3_000;
const QUESTIONS = 100;
const ROUNDS = 5;
/** One a round. */
const LEAST_QUESTIONS = ROUNDS;

export async function measureAtSize({ task, peer }: Doing): Promise<void> {
  const { lines, questions } = workloadOf(task.data, task.size);
  const singles = Math.min(SINGLES, Math.floor(task.size / 2));
  const bulk = lines.slice(0, -singles);
  const filled = await fill(peer, bulk, task.budgetSeconds);
  const single = await addSingles(peer, lines.slice(-singles), task.budgetSeconds / 4);
  const asked = spreadOver(questions, QUESTIONS);
  const others = questions.filter((question) => !asked.includes(question));
  const asking = { asked, others, seconds: task.budgetSeconds / 4 };
  const all = await ask((query) => peer.search(query, undefined), asking);
  const oneUser = await ask((query, user) => peer.search(query, user), asking);
  const told: AtSize = {
    reached: filled.count + single.count,
    batchPerSecond: (1_000 * filled.count) / filled.wallMs,
    singlePerSecond: (1_000 * single.count) / single.wallMs,
    singlePerCpuSecond: (1_000 * single.count) / single.cpuMs,
    ...{ all, oneUser, footprint: footprint() },
  };
  await peer.close();
  await tell(told);
}

async function fill(peer: Peer, lines: readonly Line[], budgetSeconds: number) {
  const until = performance.now() + budgetSeconds * 1_000;
  let count = 0;
  const cost = await spent(async () => {
    for (let from = 0; from < lines.length && performance.now() < until; from += AT_ONCE) {
      const part = lines.slice(from, from + AT_ONCE);
      await peer.addMany(part);
      count += part.length;
    }
  });
  return { ...cost, count };
}

async function addSingles(peer: Peer, lines: readonly Line[], budgetSeconds: number) {
  const until = performance.now() + budgetSeconds * 1_000;
  let count = 0;
  const cost = await spent(async () => {
    for (const line of lines) {
      if (performance.now() > until) break;
      await peer.add(line);
      count += 1;
    }
  });
  return { ...cost, count };
}

type Search = (query: string, user: string) => Promise<readonly string[]>;
/** `others` warm the engine up. */
type Asking = Readonly<{ asked: readonly Asked[]; others: readonly Asked[]; seconds: number }>;

/** `gold`: the share of questions whose answer holds a line that answers; NaN where no question has one. */
async function ask(search: Search, { asked, others, seconds }: Asking): Promise<Searched> {
  await warmUp(search, others);
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const isGold: boolean[] = [];
  const cost = await spent(async () => {
    for (const { text, user, gold } of asked) {
      if (times.length >= LEAST_QUESTIONS && performance.now() > until) break;
      const began = performance.now();
      const found = await search(text, user);
      times.push(performance.now() - began);
      if (gold.length > 0) isGold.push(gold.some((id) => found.includes(id)));
    }
  });
  return {
    ...percentiles(times),
    cpuMs: cost.cpuMs / times.length,
    asked: times.length,
    rounds: roundsOf(times).map((round) => percentiles(round).p50),
    gold: isGold.length === 0 ? Number.NaN : isGold.filter(Boolean).length / isGold.length,
  };
}

/** Of about equal length, none of them empty. */
function roundsOf(times: readonly number[]): readonly (readonly number[])[] {
  const begin = (round: number) => Math.floor((round * times.length) / ROUNDS);
  return Array.from({ length: ROUNDS }, (_, at) => times.slice(begin(at), begin(at + 1))).filter(
    (round) => round.length > 0,
  );
}

async function warmUp(search: Search, questions: readonly Asked[]): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  for (let turn = 0; questions.length > 0 && performance.now() < until; turn++) {
    const question = questions[turn % questions.length];
    if (question !== undefined) await search(question.text, question.user);
  }
}

function spreadOver<T>(all: readonly T[], count: number): readonly T[] {
  const every = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % every === 0).slice(0, count);
}
