// Prints the figures of `src` and fails above a limit, so that a new file or a new layer has to be worth it.
//
//   tsx scripts/source-figures.ts           the figures
//   tsx scripts/source-figures.ts --order   which functions one ingest and one context call, in order, as JSON

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { traceCalls } from "./trace.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Lowered when something is made simpler; raised only with a promised part of the product that is new. */
const LIMITS = {
  files: 575,
  lines: 71_500,
  "single-importer files, %": 50,
  "files of at most 40 lines with one importer": 90,
  "files over 500 lines": 0,
  "files that one ingest and one context run through": 178,
};
type Figures = Record<keyof typeof LIMITS, number>;

type SourceFile = Readonly<{ path: string; lines: number; imports: readonly string[] }>;

function readSources(): readonly SourceFile[] {
  return readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const path = posix.join("src", name.replaceAll("\\", "/"));
      const source = readFileSync(ROOT + path, "utf8");
      const specifiers = source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
      const imports = [...specifiers].map(([, to = ""]) => posix.join(posix.dirname(path), to));
      return { path, lines: source.split("\n").length - 1, imports };
    });
}

async function figures(): Promise<Figures> {
  const sources = readSources();
  const importers = new Map<string, number>();
  for (const { imports } of sources)
    for (const path of new Set(imports)) importers.set(path, (importers.get(path) ?? 0) + 1);
  const single = sources.filter(({ path }) => importers.get(path) === 1);
  const { ingest, context } = await traceCalls();
  return {
    files: sources.length,
    lines: sources.reduce((sum, { lines }) => sum + lines, 0),
    "single-importer files, %": Math.round((100 * single.length) / sources.length),
    "files of at most 40 lines with one importer": single.filter(({ lines }) => lines <= 40).length,
    "files over 500 lines": sources.filter(({ lines }) => lines > 500).length,
    "files that one ingest and one context run through": new Set(
      [...ingest, ...context].map(({ file }) => file),
    ).size,
  };
}

if (process.argv.includes("--order")) console.log(JSON.stringify(await traceCalls()));
else {
  const found = await figures();
  for (const [name, limit] of Object.entries(LIMITS) as [keyof Figures, number][]) {
    const isOver = found[name] > limit;
    if (isOver) process.exitCode = 1;
    console.log(
      `${String(found[name]).padStart(6)}  ${name}${isOver ? ` (at most ${limit})` : ""}`,
    );
  }
}
