// Changes the code that decides who sees what, what is kept and what is erased, one small mutant at a time, and says
// which mutants the tests did not notice. Works on a copy outside the repository. See docs/mutation.md.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { AREAS, type AreaName } from "./areas.ts";

/** Below this share of mutants noticed, in percent, the run fails. */
const ENOUGH = 85;

async function main(asked: readonly string[]): Promise<void> {
  const names = Object.keys(AREAS) as AreaName[];
  const unknown = asked.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`No such area: ${unknown}. There are: ${names}.`);
  for (const name of names) if (asked.length === 0 || asked.includes(name)) await mutate(name);
}

async function mutate(name: AreaName): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "mneme-mutation-"));
  const configFile = join(scratch, "vitest.config.mjs");
  await writeFile(configFile, vitestConfig(AREAS[name].tests));
  try {
    await new Stryker({
      mutate: [...AREAS[name].mutate],
      mutator: { excludedMutations: [...(AREAS[name].without ?? [])], plugins: null },
      ignorePatterns: [
        "/*",
        "!/src",
        "!/test",
        "!/tools",
        "/tools/*",
        "!/tools/mutation",
        "!/assets",
        "!/package.json",
      ],
      testRunner: "vitest",
      plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
      vitest: { configFile, related: false },
      concurrency: 1,
      timeoutMS: 30_000,
      tempDirName: scratch,
      reporters: ["clear-text", "progress-append-only", "json"],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
      jsonReporter: { fileName: `coverage/mutation/${name}.json` },
      thresholds: { high: 100, low: ENOUGH, break: ENOUGH },
    }).runMutationTest();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function vitestConfig(include: readonly string[]): string {
  const test = { include, testTimeout: 60_000, hookTimeout: 120_000 };
  return `export default ${JSON.stringify({ test })};\n`;
}

await main(process.argv.slice(2));
