// What a suite needs of the machine. A tool of Debian that is missing is installed; where that or a mount is not
// allowed, the suite is reported as not run, never as passed.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function hasTool(name: string, debianPackage = name): boolean {
  if (isThere(name)) return true;
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", debianPackage]);
  return isThere(name);
}

function isThere(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

export function canMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), "mneme-mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", at]);
  if (status === 0) execFileSync("umount", [at]);
  rmdirSync(at);
  return status === 0;
}

/** A disk of so many kilobytes, in memory. */
export function mountSmallDisk(at: string, kilobytes: number): () => void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", at]);
  return () => execFileSync("umount", ["-l", at]);
}

/** The same folder once more, at a place where nothing can be written. */
export function mountReadOnly(folder: string, at: string): () => void {
  execFileSync("mount", ["--bind", folder, at]);
  execFileSync("mount", ["-o", "remount,bind,ro", at]);
  return () => execFileSync("umount", ["-l", at]);
}
