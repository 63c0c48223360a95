// The tenants that an import writes to. Each has the import in its own ledger, under the same name, so that each can be
// looked at and taken back by itself.

import type { ImportRun } from "../ports/transfer-store.ts";
import { copyTenant } from "./copy-tenant.ts";
import type { TransferDeps } from "./deps.ts";
import type { ImportRecord } from "./record.ts";
import type { ImportReport, Tally } from "./report.ts";

export interface Destinations {
  /** The records by where they go; what may not go there is counted and left out. */
  split(batch: readonly ImportRecord[]): Promise<readonly Destined[]>;
  /** Those that were written to. */
  all(): readonly string[];
  /** Those among them whose records were put in place, and may want vectors. */
  restored(): readonly string[];
  /** For the report. */
  told(): Pick<ImportReport, "tenants">;
}

export type Destined = Readonly<{ tenant: string; records: readonly ImportRecord[] }>;

type From = Readonly<{
  /** The tenant that was named. */
  home: string;
  /** Only who runs the engine writes to other tenants than that. */
  everyTenant: boolean;
  run: ImportRun;
  tally: Tally;
  /** Where to copy a tenant from before it is written to, when all of it is only tried. */
  original: TransferDeps["store"] | undefined;
}>;

export function createDestinations(from: From, deps: TransferDeps): Destinations {
  const counts = new Map<string, number>();
  const restored = new Set<string>();
  const enter = async (tenant: string) => {
    if (counts.has(tenant)) return;
    counts.set(tenant, 0);
    const { original } = from;
    if (original !== undefined)
      await copyTenant(tenant, { from: original, to: deps.store, embedder: deps.embedder });
    await deps.store.transfer.start(tenant, from.run);
  };
  return {
    split: async (batch) => {
      const parts = partsOf(batch, from);
      if (parts.some(({ records }) => records.some(isSomething))) await enter(from.home);
      for (const { tenant, records } of parts) {
        if (records.some(isSomething)) await enter(tenant);
        if (records.some(isPutInPlace)) restored.add(tenant);
        counts.set(tenant, (counts.get(tenant) ?? 0) + records.filter(isSomething).length);
      }
      return parts;
    },
    all: () => [...counts.keys()],
    restored: () => [...restored],
    told: () => {
      const reached = [...counts].filter(([, records]) => records > 0);
      const isElsewhere = reached.some(([tenant]) => tenant !== from.home);
      return isElsewhere
        ? { tenants: reached.map(([tenant, records]) => ({ tenant, records })) }
        : {};
    },
  };
}

function isPutInPlace({ type }: ImportRecord): boolean {
  return type === "stored" || type === "moved";
}

function isSomething({ type }: ImportRecord): boolean {
  return type !== "bad" && type !== "left_out" && type !== "odd";
}

function partsOf(
  batch: readonly ImportRecord[],
  { home, everyTenant, tally }: From,
): readonly Destined[] {
  const byTenant = new Map<string, ImportRecord[]>();
  for (const record of batch) {
    const tenant = ("tenant" in record ? record.tenant : undefined) ?? home;
    if (tenant !== home && !everyTenant) {
      tally.add("leftOut");
      tally.why("left out: of a guild that is another tenant; `guild` says where one goes");
      continue;
    }
    const part = byTenant.get(tenant) ?? [];
    byTenant.set(tenant, part);
    part.push(record);
  }
  return [...byTenant].map(([tenant, records]) => ({ tenant, records }));
}
