// Writes the pages of the reference, and the Python client, that are made from the code: `tsx scripts/generate-docs.ts`. With `--check` it
// writes nothing and fails when a page is not as it would be written.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { cliPage } from "./cli-page.ts";
import { configurationPage } from "./configuration-page.ts";
import { operationsPage } from "./operations-page.ts";
import { pythonClient } from "./python-client.ts";

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/cli.md": cliPage,
  "docs/configuration.md": configurationPage,
  "docs/reference/operations.md": operationsPage,
  "clients/python/src/mneme_client/client.py": pythonClient,
};

const isCheck = process.argv.includes("--check");
for (const [path, page] of Object.entries(PAGES)) {
  const text = await page();
  if (isCheck) refuseStale(path, text);
  else write(path, text);
}

function refuseStale(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  console.error(`${path} is not what the code says; run: npx tsx scripts/generate-docs.ts`);
  process.exitCode = 1;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.error(`Wrote ${path}.`);
}
