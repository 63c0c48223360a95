// What must hold of the rows below a store, seen by another connection: nothing erased stays, damage is named.

import { afterEach, beforeEach, describe } from "vitest";
import type { Row } from "../../../src/store/database.ts";
import { damageCases } from "./damage.ts";
import type { OpenedStore } from "./describe-store.ts";
import { erasureCases } from "./erasure.ts";

export type OpenedDatabase = OpenedStore &
  Readonly<{
    /** Runs SQL on the same tables beside the store; values stand as `?`. */
    sql(text: string, values: readonly unknown[]): Promise<Row[]>;
  }>;

/** A group of cases over a database that is new for each of them. */
export type RowCases = (opened: () => OpenedDatabase) => void;

const CONCERNS: readonly (readonly [string, RowCases])[] = [
  ["erasure", erasureCases],
  ["damage", damageCases],
];

export function describeStoredRows(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`stored rows: ${name}`, () => {
    let opened: OpenedDatabase;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    for (const [concern, cases] of CONCERNS) describe(concern, () => cases(() => opened));
  });
}
