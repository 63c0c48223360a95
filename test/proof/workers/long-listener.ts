// Takes in 300 texts of 10 to 100 KB through the library, in a process of its own, and says after each hundred what it
// holds. Run with `--expose-gc`.

import { createMemory } from "../../../src/index.ts";
import { BAITS, hostile, RANDOM } from "../hostile-texts.ts";

const [path = ""] = process.argv.slice(2);
const HUNDREDS = 3;
const IN_ONE = 100;
const memory = await createMemory({ path, upkeep: false });
/** Text that is no Unicode is refused before anything reads it. */
const baits = [...Object.keys(BAITS), RANDOM].filter((bait) => hostile(bait, 100).isWellFormed());

for (let hundred = 0; hundred < HUNDREDS; hundred++) {
  for (let n = 0; n < IN_ONE; n++) {
    const id = `m${hundred}-${n}`;
    const length = 10_000 + (n % 10) * 10_000;
    const text = `Number ${id}. ${hostile(baits[n % baits.length] ?? RANDOM, length).toWellFormed()}`;
    await memory.ingest({ tenant: "t", channel: "c", id, author: { id: "u", name: "Ana" }, text });
  }
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const held = { rss: rss / 1_048_576, heap: (heapUsed + external) / 1_048_576 };
  process.stdout.write(`${JSON.stringify(held)}\n`);
}
await memory.close();
