// Mneme beside what a user would pick instead: the same lines, the same vectors, the same machine, one run.
// `--data FILE` gives recorded conversations, `--sizes 1000,6000,50000`, `--peers mem0,mneme-notes`, `--seconds` the time
// an engine has to reach a size.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loss, lossByKill, lossByTwo, type Trial } from "./peers/durability.ts";
import { ENGINES, type EngineName, isEngine } from "./peers/engines.ts";
import { installPeers } from "./peers/installed.ts";
import type { Task } from "./peers/peer-process.ts";
import { peerReport } from "./peers/report.ts";
import type { AtSize } from "./peers/tasks/at-size.ts";
import { toldBy } from "./run/child.ts";
import { bytesOnDisk } from "./run/footprint.ts";
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
  installPeers();
  const names = (wanted.peers ?? Object.keys(ENGINES)).filter(isEngine);
  const folder = mkdtempSync(join(tmpdir(), "peers-bench-"));
  const packed = await packedOnBuild(PROGRAM);
  const program = packed ?? PROGRAM;
  const results: (Sized | Failed)[] = [];
  const losses: Losses[] = [];
  try {
    for (const size of wanted.sizes ?? (wanted.isQuick ? QUICK_SIZES : FULL_SIZES))
      for (const engine of names)
        results.push(await tried({ program, engine, size, folder, wanted }));
    for (const engine of names)
      losses.push(await lossesOf({ program, engine, folder, data: wanted.data }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return peerReport({
    sized: results.filter((result) => "told" in result),
    failed: results.filter((result) => "reason" in result),
    losses,
    hasData: wanted.data !== undefined,
    isBuilt: packed !== undefined,
  });
};

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

type AtOneSize = Readonly<{
  program: URL;
  engine: EngineName;
  size: number;
  folder: string;
  wanted: Wanted;
}>;

function tried(one: AtOneSize): Promise<Sized | Failed> {
  const { engine, size } = one;
  console.error(`peers: ${engine} at ${size}`);
  return atSize(one).catch((thrown: unknown) => ({ engine, size, reason: reasonOf(thrown) }));
}

async function atSize({ program, engine, size, folder, wanted }: AtOneSize): Promise<Sized> {
  const own = join(folder, engine, String(size));
  mkdirSync(own, { recursive: true });
  const budgetSeconds = wanted.seconds ?? (wanted.isQuick ? 30 : 240);
  const task: Task = {
    ...{ engine, size, folder: own, data: wanted.data },
    ...{ type: "measure", from: 0, many: 0, budgetSeconds },
  };
  const told = await toldBy<AtSize>(program, task, budgetSeconds * 4);
  const bytes = bytesOnDisk(own);
  const first = await toldBy<{ ms: number }>(program, { ...task, type: "first answer" });
  rmSync(own, { recursive: true, force: true });
  return { engine, size, told, bytes, firstAnswerMs: first.ms };
}
