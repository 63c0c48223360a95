// Quality beside speed: what the evaluations of `npm run eval` say, in a table each. Needs `--data FOLDER`.

import type { Evaluation } from "./eval/evaluation.ts";
import { SHOWN, shownTable } from "./quality/shown.ts";
import type { Measure, Table } from "./run/measured.ts";

const QUICK = ["guard", "extract", "embed", "merge", "consolidate", "locomo"] as const;
/** Months of talk for each of its questions, which takes minutes to hear. */
const FULL = [...QUICK, "longmemeval"] as const;

export const measure: Measure = async ({ isQuick, data }) => {
  if (data === undefined)
    throw new Error("Quality is measured on data: give their folder, --data FOLDER.");
  const tables: Table[] = [];
  for (const name of isQuick ? QUICK : FULL) {
    console.error(`quality: ${name}`);
    const module: { evaluate: Evaluation } = await import(`./eval/${name}.ts`);
    const { figures } = await module.evaluate({ data, pooled: false, stores: undefined });
    tables.push(shownTable(name, figures, SHOWN[name]));
  }
  return { tables, ratios: {}, promises: [] };
};
