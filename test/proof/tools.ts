// Tools of Debian that a suite needs. What is missing is installed; where that fails the suite fails, never passes.

import { execFileSync, spawnSync } from "node:child_process";

export function needTool(name: string, debianPackage = name): void {
  if (isThere(name)) return;
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], {
    stdio: "ignore",
  });
  if (!isThere(name)) throw new Error(`${name} is missing and could not be installed.`);
}

function isThere(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

/** A disk of so many kilobytes, in memory. */
export function mountSmallDisk(at: string, kilobytes: number): () => void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", at]);
  return () => execFileSync("umount", ["-l", at]);
}
