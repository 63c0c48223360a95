// Runs the proof suites, or one group of them, and writes what they did into the table of docs/reliability.md. A suite
// that did not run is written as not run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";

const PAGE = "docs/reliability.md";
const FOLDERS = ["test/crash", "test/proof"] as const;
/** What a group runs: the paths of its files begin so. Hostile text and archives are tests that `npm test` runs as well. */
const GROUPS = new Map<string, readonly string[]>([
  ["crash", ["test/crash/"]],
  ["soak", ["test/proof/soak"]],
  [
    "attack",
    [
      ...["attack", "erase", "faults", "fuzz", "hostile", "javascript", "non-interference"].map(
        (name) => `test/proof/${name}`,
      ),
      "test/proof/poisoning",
      ...["test/dashboard/hostile", "test/transfer/hostile", "test/surfaces/http-crowd"],
      "test/surfaces/http-isolation",
    ],
  ],
]);
const BEGIN = "<!-- results: begin -->";
const END = "<!-- results: end -->";

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});
const Figures = z.object({
  suite: z.string(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});
type Ran = z.infer<typeof Report>["testResults"][number];

function main(): void {
  const [group] = process.argv.slice(2);
  const paths = group === undefined ? [] : GROUPS.get(group);
  if (paths === undefined) {
    process.stderr.write(
      `There is no group "${group}". Known: ${[...GROUPS.keys()].join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "mneme-proof-"));
  const report = join(folder, "report.json");
  const figures = join(folder, "figures.jsonl");
  writeFileSync(figures, "");
  try {
    const { status } = spawnSync(
      "npx",
      [
        "vitest",
        "run",
        "--project=proof",
        ...(paths.some((path) => !path.startsWith("test/proof/")) ? ["--project=test"] : []),
        ...paths,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { stdio: "inherit", env: { ...process.env, MNEME_PROOF_FIGURES: figures } },
    );
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
    const lines = readFileSync(figures, "utf8").split("\n").filter(Boolean);
    write([...heading(group), ...rows(testResults), "", ...figureLines(lines)]);
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function heading(group = "whole"): readonly string[] {
  const length = process.env["MNEME_PROOF"] === "long" ? "long" : "short";
  const database = process.env["DATABASE_URL"]
    ? "with a PostgreSQL server"
    : "without a PostgreSQL server";
  const day = new Date().toISOString().slice(0, 10);
  return [
    `The ${length} run of ${day} (${group}), ${database}, Node ${process.versions.node}:`,
    "",
    "| suite | passed | failed | not run | seconds |",
    "| --- | --- | --- | --- | --- |",
  ];
}

function rows(results: readonly Ran[]): readonly string[] {
  const suites = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".proof.ts"))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  );
  const tests = results
    .map(({ name }) => relative(process.cwd(), name))
    .filter((name) => !suites.includes(name));
  return [...suites, ...tests.toSorted()].map((suite) => {
    const ran = results.find(({ name }) => relative(process.cwd(), name) === suite);
    if (ran === undefined) return `| \`${suite}\` | | | not run | |`;
    const of = (...states: string[]) =>
      ran.assertionResults.filter(({ status }) => states.includes(status)).length;
    const seconds = Math.round((ran.endTime - ran.startTime) / 1_000);
    const notRun = of("pending", "skipped", "todo", "disabled");
    return `| \`${suite}\` | ${of("passed")} | ${of("failed")} | ${notRun} | ${seconds} |`;
  });
}

/** Numbers under one name are added up; words stand as they are. */
function figureLines(lines: readonly string[]): readonly string[] {
  const sums = new Map<string, Map<string, string | number>>();
  for (const line of lines) {
    const { suite, figures } = Figures.parse(JSON.parse(line));
    const known = sums.get(suite) ?? new Map<string, string | number>();
    for (const [name, value] of Object.entries(figures)) {
      const before = known.get(name) ?? 0;
      const isSum = typeof value === "number" && typeof before === "number";
      known.set(name, isSum ? before + value : value);
    }
    sums.set(suite, known);
  }
  return [...sums].map(([suite, figures]) => {
    const parts = [...figures].toSorted(([a], [b]) => a.localeCompare(b));
    return `- ${suite}: ${parts.map(([name, value]) => `${name} ${value}`).join(", ")}`;
  });
}

function write(lines: readonly string[]): void {
  const page = readFileSync(PAGE, "utf8");
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for it.`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${lines.join("\n")}\n\n${END}${after}`);
}

main();
