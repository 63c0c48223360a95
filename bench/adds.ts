// What adding costs: one at a time beside a bare insert of the same rows, many at once, messages from end to end, an
// edge, and the package itself. Through the public library with its usual settings, as it was built.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adding } from "./adds/adds-process.ts";
import { addEdges } from "./adds/edges.ts";
import { weighPackage } from "./adds/package.ts";
import { toldBy } from "./run/child.ts";
import type { Measure, Measured } from "./run/measured.ts";
import { packedOnBuild } from "./run/packed.ts";

const QUICK = { rounds: 7, adds: 200, messages: 1_000, warmAfter: 4_000, edges: 1_000 };
const FULL = { rounds: 15, adds: 1_000, messages: 3_000, warmAfter: 9_000, edges: 5_000 };
const PROGRAM = new URL("adds/adds-process.ts", import.meta.url);

export const measure: Measure = async ({ isQuick, data, sizes }) => {
  const usual = isQuick ? QUICK : FULL;
  const [only] = sizes ?? [];
  const sized =
    only === undefined
      ? usual
      : { rounds: 3, adds: only, messages: only, warmAfter: 2 * only, edges: only };
  const { edges, ...counts } = sized;
  const folder = mkdtempSync(join(tmpdir(), "adds-bench-"));
  try {
    const adding: Adding = { ...counts, folder, data };
    const program = (await packedOnBuild(PROGRAM)) ?? PROGRAM;
    const parts: readonly Measured[] = [
      ...(await toldBy<readonly Measured[]>(program, adding)),
      await addEdges({ folder, edges }),
      weighPackage(),
    ];
    return {
      tables: parts.flatMap(({ tables }) => tables),
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
      promises: parts.flatMap(({ promises }) => promises),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
