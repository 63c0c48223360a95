// Quality figures for the built-in models and for recall: `npm run eval -- <name> [--data PATH] [--json]`.

import { parseArgs } from "node:util";
import type { Evaluation } from "./eval/evaluation.ts";

const EVALUATIONS = [
  "guard",
  "extract",
  "embed",
  "merge",
  "consolidate",
  "simulate",
  "day",
  "languages",
  "locomo",
  "longmemeval",
] as const;

async function load(name: (typeof EVALUATIONS)[number]): Promise<Evaluation> {
  const module: { evaluate: Evaluation } = await import(`./eval/${name}.ts`);
  return module.evaluate;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", default: "../shared/data" },
    json: { type: "boolean", default: false },
    pooled: { type: "boolean", default: false },
    stores: { type: "string" },
  },
});
const name = EVALUATIONS.find((known) => known === positionals[0]);
if (name === undefined) {
  console.error(`Usage: npm run eval -- <${EVALUATIONS.join("|")}> [--data PATH] [--json]`);
  process.exitCode = 2;
} else {
  const report = await (await load(name))({
    data: values.data,
    pooled: values.pooled,
    stores: values.stores,
  });
  console.log(values.json ? JSON.stringify(report.figures) : report.text);
}
