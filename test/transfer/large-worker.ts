// Imports one file and tells how much memory of its own the process took at most.

import { readFileSync } from "node:fs";
import { createMemory } from "../../src/index.ts";
import { importOf } from "./input.ts";

/** Pages of the database file that are mapped into the process belong to the system, which takes them back at will. */
function ownMemory(): number {
  if (process.platform !== "linux") return process.memoryUsage().rss;
  const [, kilobytes = "0"] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

const [path = "", file = ""] = process.argv.slice(2);
const memory = await createMemory({ path, upkeep: false });
const begin = ownMemory();
let peak = begin;
let resident = 0;
const began = performance.now();
const report = await memory.transfer.import(
  importOf(file, {
    onProgress: () => {
      peak = Math.max(peak, ownMemory());
      resident = Math.max(resident, process.memoryUsage().rss);
    },
  }),
);
const seconds = (performance.now() - began) / 1000;
const { messages } = report.counts;
process.stdout.write(JSON.stringify({ messages, begin, peak, resident, seconds }));
await memory.close();
