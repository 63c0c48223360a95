// Quality beside speed: the evaluations of `npm run eval`, every figure of theirs in a table. Needs `--data FOLDER`.

import type { Evaluation } from "./eval/evaluation.ts";
import type { Cell, Measure, Table } from "./run/measured.ts";

const QUICK = ["embed", "merge"] as const;
const FULL = [
  "guard",
  "extract",
  "embed",
  "merge",
  "consolidate",
  "locomo",
  "longmemeval",
] as const;

export const measure: Measure = async ({ isQuick, data }) => {
  if (data === undefined)
    throw new Error("Quality is measured on data: give their folder, --data FOLDER.");
  const tables: Table[] = [];
  for (const name of isQuick ? QUICK : FULL) {
    const module: { evaluate: Evaluation } = await import(`./eval/${name}.ts`);
    const { figures } = await module.evaluate({ data, pooled: false, stores: undefined });
    tables.push({ title: name, columns: ["figure", "is"], rows: leaves(figures, ""), notes: [] });
  }
  return { tables, ratios: {}, promises: [] };
};

/** Every number and word at the end of a path of names. */
function leaves(value: unknown, path: string): readonly (readonly Cell[])[] {
  if (typeof value === "number" || typeof value === "string") return [[path, value]];
  if (typeof value === "boolean") return [[path, String(value)]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, path === "" ? name : `${path} ${name}`),
  );
}
