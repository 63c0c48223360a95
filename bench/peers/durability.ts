// Kills an engine while it adds, and lets two processes add at once; then counts what is there.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { forked, toldBy } from "../run/child.ts";
import type { EngineName } from "./engines.ts";
import type { Task } from "./peer-process.ts";
import type { InPlace } from "./place.ts";

export type Trial = Readonly<{
  /** What runs an engine in a process of its own. */
  program: URL;
  engine: EngineName;
  inPlace: InPlace;
  data: string | undefined;
}>;
type Placed = Trial & Readonly<{ place: string }>;
export type Loss = Readonly<{ kept: number; lost: number; refused: number }>;

const LINES = 1_000;
const KILLS = 2;
const ADDED_BEFORE_KILL = 60;
const EACH = 150;

function taskOf({ engine, place, data }: Placed, rest: Pick<Task, "type" | "from" | "many">): Task {
  return { engine, place, data, size: LINES, budgetSeconds: 60, ...rest };
}

function started(program: URL, task: Task): ChildProcess {
  return forked(program, [JSON.stringify(task)], "ignore");
}

async function counted(trial: Placed): Promise<number> {
  const task = taskOf(trial, { type: "count", from: 0, many: 0 });
  return (await toldBy<{ count: number }>(trial.program, task)).count;
}

/** Of what was acknowledged before SIGKILL, what is gone. */
export async function lossByKill(trial: Trial): Promise<Loss> {
  let kept = 0;
  let lost = 0;
  for (let round = 0; round < KILLS; round++)
    await trial.inPlace(async ({ at }) => {
      const placed = { ...trial, place: at };
      const task = taskOf(placed, { type: "add until killed", from: 0, many: LINES });
      const acknowledged = await addedUntilKilled(started(trial.program, task));
      kept += acknowledged;
      lost += Math.max(0, acknowledged - (await counted(placed)));
    });
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
export function lossByTwo(trial: Trial): Promise<Loss> {
  return trial.inPlace(async ({ at }) => {
    const placed = { ...trial, place: at };
    // Whoever deploys an engine has its tables made once, before any process adds.
    await counted(placed);
    const refused = await addedByTwo(placed);
    const kept = 2 * EACH - refused;
    return { kept, lost: Math.max(0, kept - (await counted(placed))), refused };
  });
}

/** How often an add was refused. */
async function addedByTwo(trial: Placed): Promise<number> {
  const children = [0, 1].map((who) => {
    const part = { type: "add when told", from: who * EACH, many: EACH } as const;
    return started(trial.program, taskOf(trial, part));
  });
  try {
    await Promise.all(children.map(heard));
    const told = children.map(heard);
    for (const child of children) child.send("go");
    const answers = (await Promise.all(told)) as readonly { refused: number }[];
    return answers.reduce((sum, { refused }) => sum + refused, 0);
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
}

/** One that ends instead of answering is not waited for. Its end may be known before its last word is, its silence not. */
async function heard(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "disconnect").then(() => {
    throw new Error("a process ended while it was to add");
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}
