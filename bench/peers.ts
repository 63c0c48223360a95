// Mneme beside what a user would pick instead: the same lines, the same vectors, the same machine, one run.
// `--data FILE` gives recorded conversations, `--sizes 1000,6000,50000`, `--peers mem0,mneme-notes`, `--seconds` the time
// an engine has to reach a size. With `--url` also engines on PostgreSQL, beside one another, in schemas that are dropped.

import { type Loss, lossByKill, lossByTwo, type Trial } from "./peers/durability.ts";
import { ENGINES, type EngineName, isEngine, isOnPostgres } from "./peers/engines.ts";
import { installPeers } from "./peers/installed.ts";
import { postgresTables } from "./peers/on-postgres.ts";
import type { Task } from "./peers/peer-process.ts";
import { type InPlace, inFolder, inSchema } from "./peers/place.ts";
import { peerReport } from "./peers/report.ts";
import type { AtSize } from "./peers/tasks/at-size.ts";
import { serverNote, withSchema } from "./postgres/schema.ts";
import { toldBy } from "./run/child.ts";
import type { Measure, Wanted } from "./run/measured.ts";
import { packedOnBuild } from "./run/packed.ts";

const QUICK_SIZES = [1_000];
const FULL_SIZES = [1_000, 6_000, 50_000];
const PROGRAM = new URL("peers/peer-process.ts", import.meta.url);

export type Sized = Readonly<{
  engine: EngineName;
  size: number;
  told: AtSize;
  firstAnswerMs: number;
  bytes: number;
}>;
/** A loss that could not be found out is a reason instead. */
export type Losses = Readonly<{ engine: EngineName; kill: Loss | string; two: Loss | string }>;
/** An engine that could not do it is in the report with its reason, not left out. */
export type Failed = Readonly<{ engine: EngineName; size: number; reason: string }>;

export const measure: Measure = async (wanted) => {
  const { url, data } = wanted;
  const engines = enginesOf(wanted);
  const server = url === undefined ? "" : await withSchema(url, (_, client) => serverNote(client));
  installPeers();
  const packed = await packedOnBuild(PROGRAM);
  const program = packed ?? PROGRAM;
  const results: (Sized | Failed)[] = [];
  const losses: Losses[] = [];
  for (const size of wanted.sizes ?? (wanted.isQuick ? QUICK_SIZES : FULL_SIZES))
    for (const engine of engines) results.push(await tried({ program, engine, size, wanted }));
  for (const engine of engines)
    losses.push(await lossesOf({ program, engine, data, inPlace: placeOf(engine, url) }));
  const those = (isWanted: (one: Readonly<{ engine: EngineName }>) => boolean) => ({
    sized: results.filter((result) => "told" in result).filter(isWanted),
    failed: results.filter((result) => "reason" in result).filter(isWanted),
    losses: losses.filter(isWanted),
    hasData: data !== undefined,
    isBuilt: packed !== undefined,
  });
  const report = peerReport(those((one) => !isOnPostgres(one)));
  return { ...report, tables: [...report.tables, ...postgresTables(those(isOnPostgres), server)] };
};

function enginesOf({ peers, url }: Wanted): readonly EngineName[] {
  const asked = (peers ?? Object.keys(ENGINES)).filter(isEngine);
  const here = asked.filter((engine) => url !== undefined || !isOnPostgres({ engine }));
  if (peers !== undefined && here.length < asked.length)
    throw new Error("An engine on PostgreSQL is measured on a server: --url postgres://…");
  return here;
}

function placeOf(engine: EngineName, url: string | undefined): InPlace {
  return url !== undefined && isOnPostgres({ engine }) ? inSchema(url) : inFolder;
}

async function lossesOf(trial: Trial): Promise<Losses> {
  console.error(`peers: ${trial.engine}, losses`);
  return {
    engine: trial.engine,
    kill: await lossByKill(trial).catch(reasonOf),
    two: await lossByTwo(trial).catch(reasonOf),
  };
}

/** What the engine itself said; the rest is about where files lie on this machine. */
function reasonOf(thrown: unknown): string {
  const said = String(thrown).match(/^\w*Error: (?!.*\.(?:ts|mjs) ended with).*$/m);
  return said?.[0] ?? "its process ended without a word";
}

type AtOneSize = Readonly<{ program: URL; engine: EngineName; size: number; wanted: Wanted }>;

function tried(one: AtOneSize): Promise<Sized | Failed> {
  const { engine, size } = one;
  console.error(`peers: ${engine} at ${size}`);
  return atSize(one).catch((thrown: unknown) => ({ engine, size, reason: reasonOf(thrown) }));
}

function atSize({ program, engine, size, wanted }: AtOneSize): Promise<Sized> {
  const inPlace = placeOf(engine, wanted.url);
  return inPlace(async ({ at, bytes }) => {
    const budgetSeconds = wanted.seconds ?? (wanted.isQuick ? 30 : 240);
    const task: Task = {
      ...{ engine, size, place: at, data: wanted.data },
      ...{ type: "measure", from: 0, many: 0, budgetSeconds },
    };
    const told = await toldBy<AtSize>(program, task, budgetSeconds * 4);
    const kept = await bytes();
    const first = await toldBy<{ ms: number }>(program, { ...task, type: "first answer" });
    return { engine, size, told, bytes: kept, firstAnswerMs: first.ms };
  });
}
