// Kills an engine while it adds, and lets two processes add at once; then counts what is there.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { forked, toldBy } from "../run/child.ts";
import type { EngineName } from "./engines.ts";
import type { Task } from "./peer-process.ts";

export type Trial = Readonly<{
  /** What runs an engine in a process of its own. */
  program: URL;
  engine: EngineName;
  folder: string;
  data: string | undefined;
}>;
export type Loss = Readonly<{ kept: number; lost: number; refused: number }>;

const LINES = 1_000;
const KILLS = 2;
const ADDED_BEFORE_KILL = 60;
const EACH = 150;

function taskOf({ engine, folder, data }: Trial, rest: Pick<Task, "type" | "from" | "many">): Task {
  return { engine, folder, data, size: LINES, budgetSeconds: 60, ...rest };
}

function started(program: URL, task: Task): ChildProcess {
  return forked(program, [JSON.stringify(task)], "ignore");
}

async function counted(trial: Trial): Promise<number> {
  const task = taskOf(trial, { type: "count", from: 0, many: 0 });
  return (await toldBy<{ count: number }>(trial.program, task)).count;
}

/** Of what was acknowledged before SIGKILL, what is gone. */
export async function lossByKill(trial: Trial): Promise<Loss> {
  let kept = 0;
  let lost = 0;
  for (let round = 0; round < KILLS; round++) {
    const folder = freshFolder(trial, `kill-${round}`);
    const task = taskOf({ ...trial, folder }, { type: "add until killed", from: 0, many: LINES });
    const acknowledged = await addedUntilKilled(started(trial.program, task));
    kept += acknowledged;
    lost += Math.max(0, acknowledged - (await counted({ ...trial, folder })));
  }
  return { kept, lost, refused: 0 };
}

async function addedUntilKilled(child: ChildProcess): Promise<number> {
  let acknowledged = 0;
  child.on("message", () => {
    acknowledged += 1;
    if (acknowledged === ADDED_BEFORE_KILL) child.kill("SIGKILL");
  });
  await once(child, "close");
  return acknowledged;
}

/** Of what two processes were told is kept, what is gone; and how often one of them was refused. */
export async function lossByTwo(trial: Trial): Promise<Loss> {
  const folder = freshFolder(trial, "two");
  const children = [0, 1].map((who) => {
    const part = { type: "add when told", from: who * EACH, many: EACH } as const;
    return started(trial.program, taskOf({ ...trial, folder }, part));
  });
  await Promise.all(children.map((child) => once(child, "message")));
  const told = children.map(async (child) => {
    const [{ refused }] = (await once(child, "message")) as [{ refused: number }];
    return refused;
  });
  for (const child of children) child.send("go");
  const refused = (await Promise.all(told)).reduce((sum, count) => sum + count, 0);
  const kept = 2 * EACH - refused;
  return { kept, lost: Math.max(0, kept - (await counted({ ...trial, folder }))), refused };
}

function freshFolder({ folder, engine }: Trial, name: string): string {
  const path = join(folder, engine, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}
