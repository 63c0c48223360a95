// One engine in a process of its own, doing one task and saying what came of it.

import { performance } from "node:perf_hooks";
import { givenTo } from "../run/child.ts";
import { ENGINES, type EngineName } from "./engines.ts";
import { measureAtSize } from "./tasks/at-size.ts";
import { addUntilKilled, addWhenTold, answerOnce, countLines } from "./tasks/durability.ts";

/** `from` and `many` choose lines of the workload. */
export type Task = Readonly<{
  engine: EngineName;
  type: "measure" | "first answer" | "add until killed" | "add when told" | "count";
  /** A folder, or the URL that leads into a schema. */
  place: string;
  data: string | undefined;
  size: number;
  from: number;
  many: number;
  budgetSeconds: number;
}>;

const TASKS = {
  measure: measureAtSize,
  "first answer": answerOnce,
  "add until killed": addUntilKilled,
  "add when told": addWhenTold,
  count: countLines,
} as const;

const task = givenTo<Task>();
const open = await ENGINES[task.engine].open();
const opening = performance.now();
const peer = await open(task.place);
await TASKS[task.type]({ task, peer, openMs: performance.now() - opening });
// Some engines leave timers and pipes behind that would keep the process.
process.exit(0);
