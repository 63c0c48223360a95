// What a process holds in memory and a folder on disk.

import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Footprint = Readonly<{
  rssMb: number;
  /** Without pages of files that the system could drop at any time; not known everywhere. */
  anonymousMb: number;
}>;

const MB = 1_000_000;
const KIB = 1_024;

export function footprint(): Footprint {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const anonymous = /^RssAnon:\s+(\d+) kB/m.exec(status)?.[1];
  return {
    rssMb: process.memoryUsage().rss / MB,
    anonymousMb: anonymous === undefined ? Number.NaN : (Number(anonymous) * KIB) / MB,
  };
}

/** A file, or a folder with all that is in it. */
export function bytesOnDisk(path: string): number {
  if (!existsSync(path)) return 0;
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOnDisk(join(path, name)), 0);
}
