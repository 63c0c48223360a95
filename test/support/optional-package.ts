// Puts an optional package in place for a test, as a user would by installing it: from the lockfile of a folder under
// `tools`, by npm alone. A failure to install fails the test; nothing passes for lack of it.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Makes `name` importable from the sources, until the function it gives back is called. */
export function installOptional(name: string, tool: string): () => void {
  const folder = join(ROOT, "tools", tool);
  const installed = join(folder, "node_modules", name);
  if (!existsSync(installed))
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  const link = join(ROOT, "node_modules", name);
  rmSync(link, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(installed, link, "dir");
  return () => rmSync(link);
}
