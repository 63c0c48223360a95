// An import in a process of its own that is killed in the middle of it.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("./import-worker.ts", import.meta.url));

/** Kills the importer when it has told of so many batches, some milliseconds into the next one. */
export function killedWhile(
  store: string,
  file: string,
  { batches, ms }: { batches: number; ms: number },
): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", WORKER, store, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let told = 0;
    child.stdout.on("data", (data: Buffer) => {
      told += data.toString().split("\n").length - 1;
      if (told >= batches) setTimeout(() => child.kill("SIGKILL"), ms);
    });
    child.on("error", reject);
    child.on("exit", (_code, signal) => resolve(signal));
  });
}
