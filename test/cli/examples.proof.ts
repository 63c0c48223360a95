// Every example in every help runs as it stands, and answers in JSON when it is asked to.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Prepared, prepare } from "./prepared.ts";
import { inShell, plainEnv, programPath } from "./program.ts";
import { leaves } from "./tree.ts";

/** Run until they are stopped; they have tests of their own. */
const ENDLESS = ["serve", "proxy"];
/** Speaks JSON-RPC, which is more than one object. */
const PROTOCOL = ["mcp"];
/** Calls somebody else's server; it has a test of its own. */
const OUTSIDE = ["webhooks test"];
const MEASURING = ["eval", "bench"];

const scripts = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
).scripts;
const ENDING = leaves().filter(
  ({ name }) =>
    ![...ENDLESS, ...OUTSIDE].includes(name) && (!MEASURING.includes(name) || name in scripts),
);

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

/** As it stands; where a command has no example in JSON, its last one is asked for it. */
const LINES = ENDING.flatMap(({ name, examples }) => {
  const isTold = PROTOCOL.includes(name) || examples.some((example) => example.includes("--json"));
  const last = examples.findLast((example) => !/[|>]|\$\(/.test(example));
  return examples.map((example) => (!isTold && example === last ? `${example} --json` : example));
});

test.concurrent.each(LINES)("%s", async (line) => {
  const ran = await inShell(line, { folder: prepared.copy() });
  expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({ code: 0 });
  if (line.includes("--json")) expect(() => JSON.parse(ran.stdout)).not.toThrow();
});

test("serve says where it listens in JSON, and ends with nothing lost when it is told to", async () => {
  const folder = prepared.copy();
  const args = [programPath(), "serve", "--port", "0", "--json"];
  const child = spawn(process.execPath, args, { cwd: folder, env: plainEnv(folder) });
  const [said] = await once(child.stdout, "data");
  const { url, link } = JSON.parse(String(said));
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect(link).toContain(`${url}/auth/session?token=`);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});
