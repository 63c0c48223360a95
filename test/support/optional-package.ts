// Puts an optional package in place for a test, as a user would by installing it: from the lockfile of a folder under
// `tools`, by npm alone. A failure to install fails the test; nothing passes for lack of it.

import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Compiling it takes a minute or two, more on a busy machine. */
export const INSTALL_TIMEOUT_MS = 900_000;
const LOOK_EVERY_MS = 500;

/** Makes `name` importable from the sources. */
export async function installOptional(name: string, tool: string): Promise<void> {
  const installed = await installTool(tool, name);
  const at = join(ROOT, "node_modules", name);
  if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(installed, at, "dir");
}

/** Installs what a folder under `tools` names, if `name` is not there. Test files that want the same one take turns. */
export async function installTool(tool: string, name: string): Promise<string> {
  const folder = join(ROOT, "tools", tool);
  const lock = join(folder, "node_modules.lock");
  const installed = join(folder, "node_modules", name);
  while (!took(lock)) await setTimeout(LOOK_EVERY_MS);
  try {
    if (!existsSync(installed))
      execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(lock, { recursive: true });
  }
  return installed;
}

/** Whoever makes the folder has the lock. */
function took(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST") return false;
    throw thrown;
  }
}
