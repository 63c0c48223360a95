// Mixed work on one file for as long as it is told, in a process of its own, so that nobody else's memory is measured.
// Says after every block of rounds what it holds and what a round cost it. Run with `--expose-gc`.

import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { createMemory } from "../../../src/index.ts";

const [path = "", seconds = "0", leak = ""] = process.argv.slice(2);
const ROUNDS_OF_BLOCK = 50;
const WORDS = ["copper", "lantern", "harbour", "violet", "thunder"] as const;
const MEGABYTE = 1_048_576;

const memory = await createMemory({ path, upkeep: false });
const leaked: unknown[] = [];

/**
 * Everything that a block adds it takes away again, and the next says the same: neither the size of the store nor a
 * cache that has not seen a text before shall be a reason for growth.
 */
async function block(number: number): Promise<void> {
  const tenant = `t${number % 3}`;
  const author = { id: `u${number}`, name: "Ana" };
  for (let n = 0; n < ROUNDS_OF_BLOCK; n++) {
    const word = WORDS[n % WORDS.length];
    const text = `My ${word} number ${n} is called Star${n}.`;
    await memory.ingest({ tenant, channel: "yard", id: `m${number}-${n}`, author, text });
    const noted = { tenant, kind: "log", text: `The ${word} of day ${n}.` } as const;
    const { stored } = await memory.remember(noted);
    const found = await memory.search({ tenant, query: `where is the ${word}?` });
    const told = await memory.context({ tenant, user: author.id, query: `the ${word}` });
    if (leak === "keep-answers") leaked.push(found, told);
    for (const { id } of stored) await memory.forget({ tenant, id, purge: true });
  }
  await memory.flush({ tenant });
  await memory.erase({ tenant, subject: author.id });
}

/** A piece of work that is always the same: what it costs is what the machine costs just now. */
function yardstick(): number {
  const text = WORDS.join(" ").repeat(20_000);
  const before = process.cpuUsage();
  for (let n = 0; n < 10; n++) {
    createHash("sha256").update(text).digest("hex");
    JSON.parse(JSON.stringify(text.split(" ")));
  }
  return spentSince(before);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function sample(cost: number): void {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const line = {
    minute: performance.now() / 60_000,
    rounds: ROUNDS_OF_BLOCK,
    cost,
    rss: rss / MEGABYTE,
    heap: (heapUsed + external) / MEGABYTE,
    handles: readdirSync("/proc/self/fd").length,
    file: statSync(path).size / MEGABYTE,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const ends = performance.now() + Number(seconds) * 1_000;
for (let number = 0; performance.now() < ends; number++) {
  const rule = yardstick();
  const before = process.cpuUsage();
  await block(number);
  sample(spentSince(before) / (rule + yardstick()));
}
await memory.close();
