// The Python client, run by Python itself against a real server.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { TENANT, testServer } from "./http-support.ts";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "../../clients/python");
const SOURCES = join(FOLDER, "src/mneme_client");

async function python(args: readonly string[]) {
  const { memory, server } = await testServer();
  const { key } = await memory.keys.create({ tenant: TENANT, role: "operator", name: "python" });
  return run("python3", [...args], {
    cwd: FOLDER,
    env: {
      PATH: process.env["PATH"],
      PYTHONPATH: "src",
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONWARNINGS: "error",
      MNEME_URL: server.url,
      MNEME_KEY: key,
    },
  });
}

test("its own tests pass, all of them", { timeout: 120_000 }, async () => {
  const { stderr } = await python(["-m", "unittest", "discover", "-s", "tests"]);
  expect(stderr).toMatch(/Ran \d+ tests/);
  expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(7);
  expect(stderr).toMatch(/\nOK\n$/);
});

test("the code of its page runs as it stands", { timeout: 60_000 }, async () => {
  const page = readFileSync(join(FOLDER, "README.md"), "utf8");
  const code = page.match(/```python\n([\s\S]*?)```/)?.[1] ?? "";
  const { stdout } = await python(["-c", code]);
  expect(stdout.trim().split("\n")).toEqual([
    "Ana prefers green tea.",
    expect.stringContaining("green tea"),
    "not_found 404",
  ]);
});

test("it has a method for every operation, and needs nothing but the standard library", async () => {
  const listing =
    "import inspect, mneme_client; print([n for n, _ in inspect.getmembers(mneme_client.Client, inspect.isfunction) if not n.startswith('_')])";
  const { stdout } = await python(["-c", listing]);
  const names: string[] = JSON.parse(stdout.replaceAll("'", '"'));
  const expected = Object.keys(OPERATIONS).map((name) =>
    name === "import" ? "import_" : name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
  );
  expect(names.sort()).toEqual(expected.sort());
  const standard = new Set([
    "__future__",
    "collections",
    "datetime",
    "json",
    "re",
    "typing",
    "urllib",
  ]);
  for (const file of readdirSync(SOURCES).filter((name) => name.endsWith(".py"))) {
    const source = readFileSync(join(SOURCES, file), "utf8");
    for (const [, from] of source.matchAll(/^(?:from|import) ([a-z_]\w*)/gm))
      expect([file, standard.has(from ?? "")]).toEqual([file, true]);
  }
});
