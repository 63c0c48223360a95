// How the tests ask for an import.

import type { ImportInput } from "../../src/transfer/run-import.ts";

export const TENANT = "acme";

/** By its path, or by the address of a database. */
export function importOf(path: string, more: Partial<ImportInput> = {}): ImportInput {
  return {
    tenant: TENANT,
    from: path.startsWith("postgres://") ? { url: path } : { path },
    scope: "shared",
    dryRun: false,
    ...more,
    options: {
      tenant: TENANT,
      person: { id: "u1", name: "Ana" },
      channel: "imported",
      branches: false,
      ...more.options,
    },
  };
}
