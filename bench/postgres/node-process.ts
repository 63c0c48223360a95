// One node: an engine on PostgreSQL in a process of its own, with clients that add one note after another.

import { createMemory } from "../../src/index.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { givenTo, tell } from "../run/child.ts";
import { percentiles } from "../run/timing.ts";

export type NodeTask = Readonly<{
  url: string;
  clients: number;
  seconds: number;
  run: string;
  node: number;
}>;
export type NodeTold = Readonly<{
  added: number;
  errors: number;
  perSecond: number;
  p50: number;
  p95: number;
}>;

/** While the program is being compiled, which takes the processor from the server and from other nodes, nothing is timed. */
const WARM_UP_MS = 4_000;

const task = givenTo<NodeTask>();
const memory = await createMemory({ url: task.url, upkeep: false });
const began = performance.now() + WARM_UP_MS;
const until = began + task.seconds * 1_000;
let added = 0;
const times: number[] = [];
let errors = 0;
await Promise.all(Array.from({ length: task.clients }, (_, client) => addUntilEnd(client)));
const seconds = (performance.now() - began) / 1_000;
await memory.close();
const { p50, p95 } = percentiles(times);
const told: NodeTold = { added, errors, perSecond: times.length / seconds, p50, p95 };
await tell(told);

async function addUntilEnd(client: number): Promise<void> {
  const made = madeText(task.node * 1_000 + client);
  for (let turn = 0; performance.now() < until; turn++) {
    const who = turn % 2 === 0 ? "shared" : `${task.node}-${client}`;
    const text = `${made.turn()} (${task.node}, ${client}, ${turn})`;
    const started = performance.now();
    try {
      await memory.remember({ tenant: `${task.run}-${who}`, kind: "log", text });
      added += 1;
      if (started >= began) times.push(performance.now() - started);
    } catch {
      errors += 1;
    }
  }
}
