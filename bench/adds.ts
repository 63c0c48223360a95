// What adding costs: one at a time beside a bare insert of the same rows, many at once, messages from end to end, an
// edge, and the package itself. Through the public library with its usual settings.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addEdges } from "./adds/edges.ts";
import { addMany } from "./adds/many.ts";
import { weighPackage } from "./adds/package.ts";
import { addSingly } from "./adds/singly.ts";
import type { Measure, Measured } from "./run/measured.ts";
import { workloadOf } from "./workload/workload.ts";

const QUICK = { rounds: 7, adds: 200, messages: 1_000, edges: 1_000 };
const FULL = { rounds: 15, adds: 1_000, messages: 3_000, edges: 5_000 };

export const measure: Measure = async ({ isQuick, data, sizes }) => {
  const usual = isQuick ? QUICK : FULL;
  const [only] = sizes ?? [];
  const sized = only === undefined ? usual : { rounds: 3, adds: only, messages: only, edges: only };
  const { lines, name } = workloadOf(
    data,
    Math.max((sized.rounds + 1) * sized.adds, sized.messages),
  );
  const folder = mkdtempSync(join(tmpdir(), "adds-bench-"));
  try {
    const parts: Measured[] = [];
    parts.push(await addSingly({ ...sized, folder, lines }));
    parts.push(await addMany({ ...sized, folder, lines, name }));
    parts.push(await addEdges({ ...sized, folder }));
    parts.push(weighPackage());
    return {
      tables: parts.flatMap(({ tables }) => tables),
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
      promises: parts.flatMap(({ promises }) => promises),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
