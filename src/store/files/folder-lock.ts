// One writer at a time in a folder, among all processes. The holder's mark stands in a lock file; a mark whose holder
// is gone is taken over.

import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { MemoryError } from "../../errors.ts";
import { ifThere } from "./missing-file.ts";

const POLL_MS = 10;
const WAIT_MS = 30_000;
const BEAT_MS = 20_000;
/** A holder that has not beaten for so long is gone, whatever its process number says. */
const SILENT_MS = 120_000;
/** Taking over is a few synchronous calls; a guard older than this was left by a crash. */
const GUARD_MS = 10_000;

export async function withFolderLock<T>(folder: string, action: () => Promise<T>): Promise<T> {
  const path = join(folder, ".lock");
  const mark = [process.pid, hostname(), randomUUID()].join(" ");
  await acquire(path, mark);
  const beat = setInterval(() => renew(path), BEAT_MS).unref();
  try {
    return await action();
  } finally {
    clearInterval(beat);
    if (ifThere(() => readFileSync(path, "utf8")) === mark) rmSync(path, { force: true });
  }
}

async function acquire(path: string, mark: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!createOnce(path, mark)) {
    if (isAbandoned(path)) takeAway(path);
    if (Date.now() > deadline)
      throw new MemoryError(
        "store_unavailable",
        "Another process has been writing to the memory folder for too long.",
      );
    await delay(POLL_MS);
  }
}

function createOnce(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    // A full disk takes the name and not the mark; left there, it would be nobody's lock.
    if (codeOf(thrown) === "ENOSPC" && isEmpty(path)) rmSync(path, { force: true });
    throw thrown;
  }
}

function isEmpty(path: string): boolean {
  return ifThere(() => statSync(path).size) === 0;
}

function renew(path: string): void {
  const now = new Date();
  ifThere(() => utimesSync(path, now, now));
}

function isAbandoned(path: string): boolean {
  const held = ifThere(() => ({ mark: readFileSync(path, "utf8"), at: statSync(path).mtimeMs }));
  if (held === undefined) return false;
  if (Date.now() - held.at > SILENT_MS) return true;
  const [pid, host] = held.mark.split(" ");
  if (host !== hostname()) return false;
  // A restarted container gives the same number to the next process: ours, but from before we started.
  if (Number(pid) === process.pid) return held.at < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

/** Under a guard, so that of two that found the lock abandoned the slower does not take the quicker one's new lock. */
function takeAway(path: string): void {
  const guard = `${path}.guard`;
  const guardAge = ifThere(() => Date.now() - statSync(guard).mtimeMs);
  if (guardAge !== undefined && guardAge > GUARD_MS) rmSync(guard, { force: true });
  if (!createOnce(guard, "")) return;
  if (isAbandoned(path)) rmSync(path, { force: true });
  rmSync(guard, { force: true });
}

function codeOf(thrown: unknown): unknown {
  return Reflect.get(Object(thrown), "code");
}
