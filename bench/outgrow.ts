// Past one machine, on PostgreSQL: tables partitioned by tenant, what a standby could take over, vectors of other sizes,
// and one very large tenant. Needs `--url`, and for a standby that answers `--standby`; works in schemas of its own.

import { withLayouts } from "./outgrow/layouts.ts";
import { measurePartitioned } from "./outgrow/partitioned.ts";
import { measurePruning } from "./outgrow/pruning.ts";
import type { Measure, Measured } from "./run/measured.ts";

export const measure: Measure = async ({ url, isQuick }) => {
  if (url === undefined) throw new Error("It is measured on PostgreSQL: --url postgres://…");
  const parts: Measured[] = [];
  parts.push(
    await withLayouts(url, isQuick ? 50 : 300, async (layouts) =>
      joined([
        await measurePruning(layouts),
        await measurePartitioned(
          layouts,
          isQuick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 3 },
        ),
      ]),
    ),
  );
  return joined(parts);
};

function joined(parts: readonly Measured[]): Measured {
  return {
    tables: parts.flatMap(({ tables }) => tables),
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
    promises: parts.flatMap(({ promises }) => promises),
  };
}
