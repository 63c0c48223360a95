// How a run was made: without it a figure says nothing.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const GIB = 1024 ** 3;
const Package = z.object({ name: z.string(), version: z.string() });

export type Setting = Readonly<{
  command: string;
  date: string;
  version: string;
  commit: string;
  node: string;
  system: string;
  processor: string;
  cores: number;
  memoryGib: number;
  /** Of one minute, before the first bench and after the last. */
  load: readonly [number, number];
}>;

/** Called before the run; what it returns is called after it. */
export function beginSetting(command: string, now: () => Date): () => Setting {
  const before = loadavg()[0] ?? 0;
  const { name, version } = Package.parse(
    JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")),
  );
  const processors = cpus();
  return () => ({
    command,
    date: now().toISOString(),
    version: `${name} ${version}`,
    commit: commit(),
    node: process.version,
    system: `${platform()} ${release()}`,
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGib: Math.round(totalmem() / GIB),
    load: [before, loadavg()[0] ?? 0],
  });
}

function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}
