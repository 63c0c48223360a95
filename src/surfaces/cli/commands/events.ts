// `mneme events`: the action log, newest last; with `--follow` as it happens.

import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { note, oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, whole, withMemory } from "../session.ts";

type Options = Session & { limit: number; op?: string; follow?: boolean };
type Found = Awaited<ReturnType<MemoryEngine["events"]>>;
type Event = Found["events"][number];

const LOOK_EVERY_MS = 1_000;
const LOOK_BACK = 1_000;

export function addEvents(program: Command): void {
  const command = scoped(program.command("events"))
    .description("The action log: what was extracted, stored and embedded, and what failed.")
    .option("--limit <n>", "at most this many (1 to 1000)", whole, 50)
    .option("--op <name>", "only this one, as memory_fact")
    .option("--follow", "go on as it happens; with --json an object a line")
    .action((options: Options) =>
      withMemory(options, (memory) => show(options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme events --limit 10", "mneme events --op memory_fact --json"]);
}

async function show(options: Options, memory: MemoryEngine): Promise<void> {
  const { limit, op, follow } = options;
  const asked = { ...lookingAs(options), op };
  if (follow === true) return followOn(options, () => eventsOf(memory, asked));
  const found = await memory.events({ ...asked, limit });
  report(options, found, () => found.events.toReversed().map(lineOf));
  if (found.events.length === 0) note(options, "Nothing has happened yet.");
}

async function eventsOf(
  memory: MemoryEngine,
  asked: Omit<Parameters<MemoryEngine["events"]>[0], "limit">,
): Promise<readonly Event[]> {
  return (await memory.events({ ...asked, limit: LOOK_BACK, counts: false })).events;
}

/** Until it is stopped. What was there at the first look is not told again. */
async function followOn(options: Options, look: () => Promise<readonly Event[]>): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  let seen = new Set((await look()).map((event) => JSON.stringify(event)));
  note(options, "Waiting for something to happen; Ctrl-C ends it.");
  while (!stop.signal.aborted) {
    const events = await look();
    for (const event of events.toReversed())
      if (!seen.has(JSON.stringify(event)))
        console.log(options.json === true ? JSON.stringify(event) : lineOf(event));
    seen = new Set(events.map((event) => JSON.stringify(event)));
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

function lineOf({ at, op, status, memoryId, messageId, detail }: Event): string {
  const mark = { ok: paint.green("ok"), error: paint.red("error"), skipped: paint.dim("skipped") };
  const about = [memoryId, messageId, detail].filter((part) => part !== undefined);
  return `${paint.dim(at)} ${op} ${mark[status]} ${oneLine(about.join(" "))}`;
}
