// Runs the mutants of the SQL conditions that decide who sees what and what is erased, one after the other in one warm
// process, on a copy outside the repository, and says which of them no test noticed. See docs/mutation.md.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { AREAS, type AreaName } from "./areas.ts";
import { type SqlMutant, sqlMutants } from "./sql-mutants.ts";

const COPIED = ["src", "test", "assets", "package.json"];
const AREAS_WITH_SQL = ["visible", "erase-rows"] as const satisfies readonly AreaName[];
/** Below this share of mutants noticed, in percent, the run fails. */
const ENOUGH = 85;

async function main(asked: readonly string[]): Promise<boolean> {
  let isEnough = true;
  for (const area of AREAS_WITH_SQL)
    if (asked.length === 0 || asked.includes(area)) isEnough = (await mutate(area)) && isEnough;
  return isEnough;
}

async function mutate(area: AreaName): Promise<boolean> {
  const copy = await copied();
  const vitest = await createVitest("test", {
    root: copy,
    config: false,
    watch: false,
    include: [...AREAS[area].tests],
    pool: "threads",
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: [{}],
  });
  try {
    if (await notices(vitest)) throw new Error(`The tests of ${area} fail without any mutant.`);
    let killed = 0;
    let made = 0;
    for (const name of AREAS[area].mutate.filter((path) => path.startsWith("src/store/"))) {
      const path = join(copy, name);
      const source = await readFile(path, "utf8");
      for (const mutant of sqlMutants(source, name)) {
        made += 1;
        await change(vitest, path, mutant.source);
        const isNoticed = await notices(vitest);
        if (isNoticed) killed += 1;
        process.stdout.write(`${isNoticed ? "noticed " : "SURVIVED"} ${told(name, mutant)}\n`);
      }
      await change(vitest, path, source);
    }
    const share = (100 * killed) / made;
    process.stdout.write(
      `${area}: ${killed} of ${made} SQL mutants noticed, ${share.toFixed(1)} %\n`,
    );
    return share >= ENOUGH;
  } finally {
    await vitest.close();
    await rm(copy, { recursive: true, force: true });
  }
}

async function copied(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "mneme-sql-mutants-"));
  for (const name of COPIED) await cp(name, join(copy, name), { recursive: true });
  const isOurs = (path: string) => !path.includes("node_modules");
  await cp("tools/mutation", join(copy, "tools/mutation"), { recursive: true, filter: isOurs });
  await symlink(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}

async function change(vitest: Vitest, path: string, source: string): Promise<void> {
  await writeFile(path, source);
  vitest.invalidateFile(path);
}

async function notices(vitest: Vitest): Promise<boolean> {
  const tests = await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests, true);
  return unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
}

function told(name: string, { line, after }: SqlMutant): string {
  return `${name}:${line} ${after}`;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
