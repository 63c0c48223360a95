// The page on the path of a message tells the order that runs, traced from a real run.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Trace } from "../../scripts/trace.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/path-of-a-message.md"), "utf8");
const tsx = join(root, "node_modules/tsx/dist/esm/index.mjs");
const trace: Trace = JSON.parse(
  execFileSync(
    process.execPath,
    ["--import", tsx, join(root, "scripts/source-figures.ts"), "--order"],
    { encoding: "utf8", cwd: root, maxBuffer: 2 ** 24 },
  ),
);

/** The steps of one list, as `file name`. */
function stepsOf(heading: string): readonly string[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [list = ""] = section.split("\n## ");
  return [...list.matchAll(/^\d+\. `(\S+)` `(\w+)`/gm)].map(([, file, name]) => `${file} ${name}`);
}

describe.each(["ingest", "context"] as const)("%s", (act) => {
  const steps = stepsOf(act === "ingest" ? "Ingest" : "Context");
  const called = trace[act].map(({ file, name }) => `${file} ${name}`);

  test("every step of the page runs, in the order of the page", () => {
    expect(steps.length).toBeGreaterThan(5);
    const run = steps.filter((step) => called.includes(step));
    expect(run).toEqual(steps);
    expect(run.toSorted((a, b) => called.indexOf(a) - called.indexOf(b))).toEqual(steps);
  });
});

test("every stage that a fact passes is a step of the page", () => {
  const stages = trace.ingest
    .map(({ file }) => file)
    .filter((file) => file.startsWith("src/write/stages/"));
  const told = stepsOf("Ingest").map((step) => step.split(" ")[0]);
  expect(new Set(stages).size).toBeGreaterThan(3);
  expect([...new Set(stages)].filter((file) => !told.includes(file))).toEqual([]);
});

test("every file that the page names is there", () => {
  const named = [...page.matchAll(/`((?:src|test)\/[\w/-]+\.ts)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  for (const path of named) expect(() => readFileSync(join(root, path))).not.toThrow();
});
