// Quality figures for the built-in models and for recall: `npm run eval -- <name> [--data PATH] [--json]`.
// With `--show`, truth also prints every item with what was stored of it.

import { parseArgs } from "node:util";
import type { Evaluation } from "./eval/evaluation.ts";

const EVALUATIONS = [
  "guard",
  "extract",
  "embed",
  "merge",
  "consolidate",
  "truth",
  "simulate",
  "day",
  "languages",
  "locomo",
  "longmemeval",
  "context",
  "abstain",
  "calibrate",
] as const;

const SHARED_DATA = "../shared/data";

/** `ownData`: what it reads where no `--data` is given, if it brings its own. */
type Loaded = Readonly<{ evaluate: Evaluation; ownData?: string }>;

async function load(name: (typeof EVALUATIONS)[number]): Promise<Loaded> {
  return import(`./eval/${name}.ts`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string" },
    json: { type: "boolean", default: false },
    pooled: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    stores: { type: "string" },
  },
});
const name = EVALUATIONS.find((known) => known === positionals[0]);
if (name === undefined) {
  console.error(
    `Usage: npm run eval -- <${EVALUATIONS.join("|")}> [--data PATH] [--json] [--show]`,
  );
  process.exitCode = 2;
} else {
  const { evaluate, ownData = SHARED_DATA } = await load(name);
  const report = await evaluate({
    data: values.data ?? ownData,
    pooled: values.pooled,
    show: values.show,
    stores: values.stores,
  });
  console.log(values.json ? JSON.stringify(report.figures) : report.text);
}
