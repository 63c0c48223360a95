// The one way figures are printed: how the run was made, then every table, ratio and promise. As text for a terminal,
// or as the Markdown of docs/benchmarks.md.

import { type Cell, type Measured, type Ratio, rounded, type Table } from "./measured.ts";
import type { Setting } from "./setting.ts";

export type Run = Readonly<{ setting: Setting; benches: Readonly<Record<string, Measured>> }>;

export function textOf({ setting, benches }: Run): string {
  const parts = Object.entries(benches).map(([name, measured]) =>
    [`== ${name}`, ...sections(measured).map(tableText)].join("\n\n"),
  );
  return [tableText(settingTable(setting)), ...parts].join("\n\n");
}

/** One bench, with how it was run. */
export function markdownOf(name: string, setting: Setting, measured: Measured): string {
  const tables = [settingTable(setting), ...sections(measured)];
  return [`## ${name}`, ...tables.map(tableMarkdown)].join("\n\n");
}

/** Ratios and promises are tables like any other. */
function sections({ tables, ratios, promises }: Measured): readonly Table[] {
  const named = Object.entries(ratios);
  return [
    ...tables,
    ...(named.length === 0 ? [] : [ratioTable(named)]),
    ...(promises.length === 0
      ? []
      : [
          {
            title: "Promises",
            columns: ["promise", "measured", "holds"],
            rows: promises.map(({ says, measured, holds }) => [
              says,
              measured,
              holds ? "yes" : "NO",
            ]),
            notes: [],
          },
        ]),
  ];
}

function ratioTable(named: readonly (readonly [string, Ratio])[]): Table {
  return {
    title: "Ratios inside this run",
    columns: ["ratio", "middle", "lowest", "highest", "rounds", "better"],
    rows: named.map(([name, { value, low, high, runs, better }]) => [
      ...[name, value, low, high, runs],
      better === "more" ? "higher" : "lower",
    ]),
    notes: [],
  };
}

function settingTable(setting: Setting): Table {
  const { load, ...rest } = setting;
  const rows = Object.entries(rest).map(([name, value]): readonly Cell[] => [name, String(value)]);
  return {
    title: "How it was run",
    columns: ["what", "is"],
    rows: [...rows, ["load", `${rounded(load[0])} before, ${rounded(load[1])} after`]],
    notes: [],
  };
}

function shown(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return Number.isNaN(cell)
    ? "–"
    : rounded(cell).toLocaleString("en-GB", { maximumFractionDigits: 6 });
}

export function tableText({ title, columns, rows, notes }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  const aligned = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  return [title, ...aligned, ...notes.map((note) => `  ${note}`)].join("\n");
}

function tableMarkdown({ title, columns, rows, notes }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = columns.map((_, at) => (at === 0 ? "---" : "---:"));
  return [
    `### ${title}`,
    [line(columns), line(rule), ...rows.map((row) => line(row.map(shown)))].join("\n"),
    ...notes,
  ].join("\n\n");
}
