// The cases of the store's suite that have to notice a mutant of erasing.

import { afterEach, beforeEach, describe } from "vitest";
import { sqliteInFile } from "../../test/store/sqlite-stores.ts";
import type { OpenedDatabase } from "../../test/support/store-conformance/describe-stored-rows.ts";
import { erasureCases } from "../../test/support/store-conformance/erasure.ts";

describe("erasing", () => {
  let opened: OpenedDatabase;
  beforeEach(async () => {
    opened = await sqliteInFile();
  });
  afterEach(() => opened.close());
  erasureCases(() => opened);
});
