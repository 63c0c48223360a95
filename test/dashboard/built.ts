// The dashboard as it is shipped, built once for a state of its sources however many test files ask for it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = ["dashboard", "src/surfaces/client", "src/model", "src/errors.ts"];
const SKIPPED = new Set(["node_modules"]);

export function builtDashboard(): string {
  const folder = join(tmpdir(), `mneme-dashboard-${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(join(tmpdir(), "mneme-dashboard-draft-"));
  execFileSync("npx", ["vite", "build", "dashboard", "--outDir", draft, "--logLevel", "error"], {
    cwd: REPOSITORY,
    stdio: "inherit",
  });
  if (!existsSync(folder)) renameSync(draft, folder);
  return folder;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    for (const file of filesIn(join(REPOSITORY, source)))
      hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name))
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)));
}
