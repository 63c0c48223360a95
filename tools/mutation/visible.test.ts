// The cases of the store's suite that have to notice a mutant of what a viewer may see.

import { afterEach, beforeEach, describe } from "vitest";
import { sqliteInMemory } from "../../test/store/sqlite-stores.ts";
import type { OpenedStore } from "../../test/support/store-conformance/describe-store.ts";
import { filterCases } from "../../test/support/store-conformance/filters.ts";
import { isolationCases } from "../../test/support/store-conformance/isolation.ts";
import { readCases } from "../../test/support/store-conformance/reads.ts";
import { scopeCases } from "../../test/support/store-conformance/scopes.ts";
import { timeCases } from "../../test/support/store-conformance/times.ts";

describe("what a viewer may see", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await sqliteInMemory();
  });
  afterEach(() => opened.close());
  for (const cases of [scopeCases, isolationCases, timeCases, readCases, filterCases])
    cases(() => opened.store);
});
