// The official MCP conformance suite, with the failures that are expected of a memory server. The suite and the Node it
// needs are installed beside it when they are missing; where that cannot be done the test fails and says "not run".

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../tools/mcp-conformance");
const SUITE = join(FOLDER, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const NODE = join(FOLDER, "node_modules/.bin/node");
const MINUTES = 60_000;
const run = promisify(execFile);

async function install(): Promise<void> {
  if (existsSync(SUITE) && existsSync(NODE)) return;
  const given = ["ci", "--no-audit", "--no-fund"];
  try {
    // `npm test` hands our own strictness about Node on; the suite brings the newer Node it wants with it.
    const env = { ...process.env, npm_config_engine_strict: "false" };
    await run("npm", given, { cwd: FOLDER, timeout: 8 * MINUTES, env });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`NOT RUN: the MCP conformance suite could not be installed.\n${reason}`);
  }
}

test("every scenario of the official suite passes, but for those listed with a reason", {
  timeout: 12 * MINUTES,
}, async () => {
  await install();
  const script = join(FOLDER, "run.ts");
  const tsx = join(import.meta.dirname, "../../node_modules/tsx/dist/esm/index.mjs");
  const { stdout, code } = await run(process.execPath, ["--import", tsx, script], {
    timeout: 4 * MINUTES,
  }).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout?: string; code?: number }) => ({
      stdout: failed.stdout ?? "",
      code: failed.code ?? -1,
    }),
  );
  // A suite that found nothing to check passes, too; each revision must have had its checks.
  const passed = [...stdout.matchAll(/^Total: (\d+) passed/gm)].map(([, count]) => Number(count));
  expect(passed, `NOT RUN: the suite said nothing of what it checked.\n${stdout}`).toHaveLength(2);
  for (const count of passed) expect(count).toBeGreaterThan(20);
  expect(code, stdout.slice(-4_000)).toBe(0);
});
