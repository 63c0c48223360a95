// Past one machine, on PostgreSQL: tables partitioned by tenant, what a standby could take over, vectors of other sizes,
// and one very large tenant. Needs `--url`, and for a standby that answers `--standby`; works in schemas of its own.

import { fillServer } from "./outgrow/fill-server.ts";
import { measureLargeTenant } from "./outgrow/large-tenant.ts";
import { withLayouts } from "./outgrow/layouts.ts";
import { measurePartitioned } from "./outgrow/partitioned.ts";
import { measurePruning } from "./outgrow/pruning.ts";
import { measureSearchCost } from "./outgrow/search-cost.ts";
import { measureStandby } from "./outgrow/standby.ts";
import { measureVectorSizes } from "./outgrow/vector-sizes.ts";
import { withSchema } from "./postgres/schema.ts";
import { schemaUrl } from "./postgres/schema-url.ts";
import type { Measure, Measured } from "./run/measured.ts";

const FULL = { each: 300, rounds: 7, seconds: 3, asked: 300, sizes: [20_000, 100_000] };
const QUICK = { each: 50, rounds: 3, seconds: 1, asked: 100, sizes: [5_000] };

type Plan = Readonly<{ url: string; standby: string | undefined; size: number }> & typeof FULL;

export const measure: Measure = async ({ url, standby, isQuick, sizes }) => {
  if (url === undefined) throw new Error("It is measured on PostgreSQL: --url postgres://…");
  const usual = isQuick ? QUICK : FULL;
  const all = sizes ?? usual.sizes;
  const plan: Plan = { ...usual, sizes: [...all], size: all[0] ?? 0, url, standby };
  return joined([
    await partitions(plan),
    await readers(plan),
    await measureVectorSizes(plan),
    await measureLargeTenant(plan),
  ]);
};

function partitions(plan: Plan): Promise<Measured> {
  return withLayouts(plan.url, plan.each, async (layouts) =>
    joined([await measurePruning(layouts), await measurePartitioned(layouts, plan)]),
  );
}

function readers({ url, standby, size, asked }: Plan): Promise<Measured> {
  return withSchema(url, async (schema, client) => {
    await fillServer(schemaUrl(url, schema), size);
    const server = { url, schema, client };
    const cost = await measureSearchCost(server, asked);
    return standby === undefined ? cost : joined([cost, await measureStandby(server, standby)]);
  });
}

function joined(parts: readonly Measured[]): Measured {
  return {
    tables: parts.flatMap(({ tables }) => tables),
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
    promises: parts.flatMap(({ promises }) => promises),
  };
}
