// Quality beside speed: what the evaluations of `npm run eval` say, in a table each. Needs `--data FOLDER`, or a file in
// it, as the benches that run beside it are given one.

import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Evaluation } from "./eval/evaluation.ts";
import { SHOWN, shownTable } from "./quality/shown.ts";
import type { Measure, Table } from "./run/measured.ts";

const QUICK = ["guard", "extract", "embed", "merge", "consolidate", "locomo"] as const;
/** Months of talk for each of its questions, which takes minutes to hear. */
const FULL = [...QUICK, "longmemeval"] as const;

export const measure: Measure = async ({ isQuick, data: given }) => {
  if (given === undefined)
    throw new Error("Quality is measured on data: give their folder, --data FOLDER.");
  const data = statSync(given).isDirectory() ? given : dirname(given);
  const tables: Table[] = [];
  for (const name of isQuick ? QUICK : FULL) {
    console.error(`quality: ${name}`);
    const module: { evaluate: Evaluation } = await import(`./eval/${name}.ts`);
    const { figures } = await module.evaluate({ data, pooled: false, stores: undefined });
    tables.push(shownTable(name, figures, SHOWN[name]));
  }
  return { tables, ratios: {}, promises: [] };
};
