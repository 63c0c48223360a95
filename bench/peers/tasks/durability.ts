// What is left of what an engine said it had kept: after a kill, and after two processes wrote at once.

import { once } from "node:events";
import { tell } from "../../run/child.ts";
import { workloadOf } from "../../workload/workload.ts";
import type { Doing } from "./at-size.ts";

function linesOf({ task: { data, size, from, many } }: Doing) {
  return workloadOf(data, size).lines.slice(from, from + many);
}

export async function answerOnce(doing: Doing): Promise<void> {
  const { task, peer, openMs } = doing;
  const [question] = workloadOf(task.data, task.size).questions;
  const began = performance.now();
  await peer.search(question?.text ?? "what happened?", undefined);
  await tell({ ms: openMs + performance.now() - began });
}

/** Says each line as soon as the engine has acknowledged it. Ended from outside. */
export async function addUntilKilled(doing: Doing): Promise<void> {
  for (const line of linesOf(doing)) {
    await doing.peer.add(line);
    await new Promise((resolve) => process.send?.({ kept: line.id }, resolve));
  }
}

/** Waits for the word, so that both processes begin together. */
export async function addWhenTold(doing: Doing): Promise<void> {
  const lines = linesOf(doing);
  process.send?.({ isReady: true });
  await once(process, "message");
  let refused = 0;
  for (const line of lines)
    await doing.peer.add(line).catch(() => {
      refused += 1;
    });
  await doing.peer.close();
  await tell({ refused });
}

export async function countLines({ peer }: Doing): Promise<void> {
  const count = await peer.count();
  await peer.close();
  await tell({ count });
}
