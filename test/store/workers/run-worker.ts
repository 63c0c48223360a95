// Starts a worker script as a process of its own, with the loader that reads TypeScript.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPTS = {
  counter: import.meta.resolve("./counter.ts"),
  opener: import.meta.resolve("./opener.ts"),
  writer: import.meta.resolve("./writer.ts"),
} as const;

export function runWorker(
  script: keyof typeof SCRIPTS,
  args: readonly string[],
): ChildProcessWithoutNullStreams {
  const file = fileURLToPath(SCRIPTS[script]);
  return spawn(process.execPath, ["--import", "tsx", file, ...args]);
}

/** Everything it says until it ends; throws what it complained of when it fails. */
export async function outputOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = "";
  let complaint = "";
  child.stdout.on("data", (data: Buffer) => {
    said += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    complaint += data.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`The worker ended with ${code}: ${complaint}`);
  return said;
}
