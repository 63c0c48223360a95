// What the package itself costs: how long importing it takes, what an install weighs, and what comes with it.

import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { atMost, type Cell, type Measured } from "../run/measured.ts";
import { percentiles } from "../run/timing.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist/index.js");
const RUNS = 15;
const MIB = 1024 ** 2;

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      peer: z.boolean().optional(),
    }),
  ),
});

const Spent = z.object({ wallMs: z.number(), cpuMs: z.number() });

export function weighPackage(): Measured {
  const { count, bytes } = brought();
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
          ["packages that come with it", count],
          ["their size on disk, MiB", bytes / MIB],
          ["our own files, MiB", ownSize() / MIB],
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

/** What a user installs with us, by the lock file. */
function brought(): Readonly<{ count: number; bytes: number }> {
  const { packages } = Lock.parse(
    JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")),
  );
  const paths = Object.entries(packages)
    .filter(
      ([path, { dev, link, peer }]) => path.startsWith("node_modules/") && !dev && !link && !peer,
    )
    .map(([path]) => path);
  return {
    count: paths.length,
    bytes: paths.reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0),
  };
}

function ownSize(): number {
  return ["dist", "assets"].reduce((sum, part) => sum + sizeOf(join(ROOT, part)), 0);
}

/** A package inside another is counted as its own. */
function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
