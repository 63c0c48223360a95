// Runs one of our own programs in a process of its own, so that what it holds in memory is its own.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Our programs are TypeScript, whoever starts them, unless they were packed for plain node. */
export function forked(file: URL, args: readonly string[], hears: "pipe" | "ignore"): ChildProcess {
  return fork(fileURLToPath(file), args, {
    execArgv: file.pathname.endsWith(".ts") ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", hears, "ipc"],
    // JSON has no NaN: a figure that is not known would come back as a nought.
    serialization: "advanced",
  });
}

/** What the program sends as its one message. Ends when the program does; a program that fails fails the bench. */
export async function toldBy<T>(file: URL, given: object, seconds = 3_600): Promise<T> {
  const child = forked(file, [JSON.stringify(given)], "pipe");
  let complaint = "";
  child.stderr?.on("data", (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-4_000);
  });
  const told: T[] = [];
  child.on("message", (message) => told.push(message as T));
  const watch = setTimeout(() => child.kill("SIGKILL"), seconds * 1_000);
  const [code, signal] = await once(child, "close");
  clearTimeout(watch);
  const [first] = told;
  if (first === undefined)
    throw new Error(`${file.pathname} ended with ${code ?? signal}: ${complaint}`);
  return first;
}

/** Called by such a program: what it was given, and how it answers. */
export function givenTo<T>(): T {
  const given: T = JSON.parse(process.argv[2] ?? "{}");
  return given;
}

export async function tell(message: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
  process.disconnect();
}
