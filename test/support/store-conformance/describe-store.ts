// What every store must do, whatever database is below it. Run it against each; never skip a case for one of them.

import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../../../src/ports/store.ts";
import { checkpointCases } from "./checkpoints.ts";
import { closingCases } from "./closing.ts";
import { commitCases } from "./commits.ts";
import { contentionCases } from "./contention.ts";
import { filterCases } from "./filters.ts";
import { historyCases } from "./history.ts";
import { inputCases } from "./input.ts";
import { isolationCases } from "./isolation.ts";
import { jobCases } from "./jobs.ts";
import { keyCases } from "./keys.ts";
import { ledgerCases } from "./ledger.ts";
import { linkCases } from "./links.ts";
import { messageCases } from "./messages.ts";
import { metadataCases } from "./metadata.ts";
import { overviewCases } from "./overview.ts";
import { pageCases } from "./pages.ts";
import { rareCases } from "./rare.ts";
import { readCases } from "./reads.ts";
import { reviewCases } from "./reviews.ts";
import { scopeCases } from "./scopes.ts";
import { tieCases } from "./ties.ts";
import { timeCases } from "./times.ts";
import { upkeepCases } from "./upkeep.ts";
import { vectorCases } from "./vectors.ts";
import { wordCases } from "./words.ts";

export type OpenedStore = Readonly<{ store: Store; close(): Promise<void> }>;

/** A group of cases over a store that is new for each of them. */
export type Cases = (store: () => Store) => void;

const CONCERNS: readonly (readonly [string, Cases])[] = [
  ["isolation of tenants", isolationCases],
  ["isolation of scopes and categories", scopeCases],
  ["commits", commitCases],
  ["links", linkCases],
  ["ties", tieCases],
  ["contention", contentionCases],
  ["history and deltas", historyCases],
  ["reads", readCases],
  ["filters", filterCases],
  ["metadata", metadataCases],
  ["rare rows", rareCases],
  ["times", timeCases],
  ["words", wordCases],
  ["vectors", vectorCases],
  ["overview", overviewCases],
  ["messages and buffers", messageCases],
  ["jobs", jobCases],
  ["reviews", reviewCases],
  ["checkpoints", checkpointCases],
  ["token ledger", ledgerCases],
  ["access keys", keyCases],
  ["upkeep", upkeepCases],
  ["bad input", inputCases],
  ["pages", pageCases],
  ["closing", closingCases],
];

export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`store: ${name}`, () => {
    let opened: OpenedStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    for (const [concern, cases] of CONCERNS) describe(concern, () => cases(() => opened.store));
  });
}
