// Puts a counter on what this process writes to the disk through Node: whole writes can also be cut in the middle.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import type { Crossings } from "./crossings.ts";

const PROMISED = ["rename", "rm", "truncate"] as const;
const AT_ONCE = ["writeFileSync", "rmSync", "renameSync"] as const;

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

export async function countDisk(crossings: Crossings): Promise<void> {
  const promised = fs.promises as unknown as Calls;
  for (const name of PROMISED) {
    const act = promised[name];
    if (act === undefined) continue;
    promised[name] = (...args) =>
      crossings.later(`disk ${name} ${nameOf(args[0])}`, async () => act(...args));
  }
  const atOnce = fs as unknown as Calls;
  for (const name of AT_ONCE) {
    const act = atOnce[name];
    if (act === undefined) continue;
    atOnce[name] = (...args) =>
      crossings.now(`disk ${name} ${nameOf(args[0])}`, () => act(...args));
  }
  await countHandles(crossings);
  syncBuiltinESMExports();
}

/** Files are written through handles; every handle has the same prototype. */
async function countHandles(crossings: Crossings): Promise<void> {
  const handle = await fs.promises.open(tmpdir(), "r");
  const methods = Object.getPrototypeOf(handle) as Calls;
  await handle.close();
  for (const name of ["appendFile", "writeFile", "sync"]) {
    const act = methods[name];
    if (act === undefined) continue;
    methods[name] = function (this: unknown, ...args: unknown[]) {
      const text = args[0];
      const torn =
        typeof text === "string"
          ? async () => act.call(this, text.slice(0, Math.floor(text.length / 2)))
          : undefined;
      return crossings.later(`disk ${name}`, async () => act.apply(this, args), torn);
    };
  }
}

/** Without what differs from run to run. */
function nameOf(path: unknown): string {
  return basename(String(path)).replaceAll(/\d+/g, "#");
}
