// What the package itself costs: how long importing it takes, what an install weighs, and what comes with it.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { ourInstall } from "../run/install.ts";
import { atMost, type Cell, type Measured } from "../run/measured.ts";
import { percentiles } from "../run/timing.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist/index.js");
const RUNS = 15;
const MIB = 1024 ** 2;

const Spent = z.object({ wallMs: z.number(), cpuMs: z.number() });

export function weighPackage(): Measured {
  const { packages, bytes, ownBytes } = ourInstall();
  const built = existsSync(BUILT) ? importTimes() : [];
  const { p50 } = percentiles(built.map(({ wallMs }) => wallMs));
  const timing: readonly (readonly Cell[])[] =
    built.length === 0
      ? [["import, ms", "not measured: `npm run build` first"]]
      : [
          ["import, ms (middle)", p50],
          ["import, ms (fastest)", Math.min(...built.map(({ wallMs }) => wallMs))],
          ["import, ms of processor (middle)", percentiles(built.map(({ cpuMs }) => cpuMs)).p50],
        ];
  return {
    tables: [
      {
        title: "The package",
        columns: ["what", "is"],
        rows: [
          ...timing,
          ["packages that come with it", packages],
          ["their size on disk, MiB", bytes / MIB],
          ["our own files, MiB", ownBytes / MIB],
        ],
        notes: [`${RUNS} fresh processes; the time is that of the import alone, from dist.`],
      },
    ],
    ratios: {},
    promises: built.length === 0 ? [] : [atMost("import of the library ≤ 150 ms", p50, 150)],
  };
}

const IMPORTING = `
  const began = performance.now();
  const before = process.cpuUsage();
  await import(${JSON.stringify(pathToFileURL(BUILT).href)});
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ wallMs: performance.now() - began, cpuMs: (user + system) / 1_000 }));
  process.exit(0);`;

function importTimes(): readonly z.infer<typeof Spent>[] {
  return Array.from({ length: RUNS }, () => {
    const args = ["--input-type=module", "-e", IMPORTING];
    return Spent.parse(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })));
  });
}
