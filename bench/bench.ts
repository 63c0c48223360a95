// Speed, scale and quality in figures: `npm run bench -- [quick|all|compare|<name>…] [--json] [options]`.
// Every bench is a row of the table below; all of them print alike. See docs/benchmarks.md.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RUNS, SavedFigures, savedOf } from "./run/compare.ts";
import { compareRun } from "./run/compare-run.ts";
import type { Measure, Measured, Wanted } from "./run/measured.ts";
import { writePage } from "./run/page.ts";
import { type Run, textOf } from "./run/print.ts";
import { beginSetting } from "./run/setting.ts";

type Row = Readonly<{
  load: () => Promise<{ measure: Measure }>;
  isQuick: boolean;
  /** What it cannot be run without. */
  needs?: "url" | "data";
}>;

const BENCHES: Readonly<Record<string, Row>> = {
  adds: { load: () => import("./adds.ts"), isQuick: true },
  scale: { load: () => import("./scale.ts"), isQuick: true },
  checkpoints: { load: () => import("./checkpoints.ts"), isQuick: true },
  peers: { load: () => import("./peers.ts"), isQuick: false },
  http: { load: () => import("./http.ts"), isQuick: false },
  recall: { load: () => import("./recall.ts"), isQuick: false },
  postgres: { load: () => import("./postgres.ts"), isQuick: false, needs: "url" },
  outgrow: { load: () => import("./outgrow.ts"), isQuick: false, needs: "url" },
  quality: { load: () => import("./quality.ts"), isQuick: false, needs: "data" },
};
const QUICK = Object.keys(BENCHES).filter((name) => BENCHES[name]?.isQuick);
const FIGURES = join(import.meta.dirname, "figures.json");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    data: { type: "string" },
    url: { type: "string" },
    standby: { type: "string" },
    sizes: { type: "string" },
    stores: { type: "string" },
    peers: { type: "string" },
    seconds: { type: "string" },
    connections: { type: "string" },
  },
});

function wantedOf(isQuick: boolean): Wanted {
  const { data, url, standby, stores, sizes, peers, seconds, connections } = values;
  return {
    ...{ isQuick, data, url, standby, stores },
    sizes: sizes?.split(",").map(Number),
    peers: peers?.split(","),
    seconds: seconds === undefined ? undefined : Number(seconds),
    connections: connections === undefined ? undefined : Number(connections),
  };
}

/** Of a path only its end and of a database nothing: the rest is the machine's, and may be a secret. */
function shownArgument(argument: string): string {
  return argument.startsWith("postgres") && argument.includes("://")
    ? "URL"
    : argument.slice(argument.lastIndexOf("/") + 1);
}

async function measureAll(names: readonly string[], wanted: Wanted): Promise<Run> {
  const command = ["npm run bench --", ...process.argv.slice(2).map(shownArgument)].join(" ");
  const end = beginSetting(command, () => new Date());
  const benches: Record<string, Measured> = {};
  for (const name of names) {
    const row = BENCHES[name];
    if (row !== undefined) benches[name] = await (await row.load()).measure(wanted);
  }
  return { setting: end(), benches };
}

async function report(names: readonly string[], wanted: Wanted): Promise<void> {
  const run = await measureAll(names, wanted);
  console.log(values.json ? JSON.stringify(run) : textOf(run));
  if (values.write) writePage(run);
  if (!values.save) return;
  const runs = [run.benches];
  while (runs.length < RUNS) runs.push((await measureAll(names, wanted)).benches);
  writeFileSync(FIGURES, `${JSON.stringify(savedOf(run.setting, runs, QUICK), null, 2)}\n`);
}

/** All that can be run with what was given; what is left out is said before an hour has passed. */
function possible(): readonly string[] {
  return Object.entries(BENCHES).flatMap(([name, { needs }]) => {
    if (needs === undefined || values[needs] !== undefined) return [name];
    console.error(`${name} is left out: it needs --${needs}.`);
    return [];
  });
}

async function main(): Promise<number> {
  const [asked = "quick", ...more] = positionals;
  if (asked === "compare") {
    const saved = SavedFigures.parse(JSON.parse(readFileSync(FIGURES, "utf8")));
    return compareRun(saved, (names) => measureAll(names, wantedOf(true)));
  }
  if (asked === "quick") await report(QUICK, wantedOf(true));
  else if (asked === "all") await report(possible(), wantedOf(values.quick));
  else if ([asked, ...more].every((name) => Object.hasOwn(BENCHES, name)))
    await report([asked, ...more], wantedOf(values.quick));
  else {
    const names = ["quick", "all", "compare", ...Object.keys(BENCHES)].join("|");
    console.error(`Usage: npm run bench -- [${names}] [--json] [--quick] [--save] [--write]
  [--data FILE] [--url postgres://…] [--standby postgres://…] [--sizes 1000,6000] [--stores FOLDER] [--peers a,b] [--seconds N] [--connections N]`);
    return 2;
  }
  return 0;
}

process.exitCode = await main();
