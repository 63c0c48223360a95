// What is at hand while records are taken in: where they go, what is known of them, and the count of what became of them.

import type { Imported } from "../model/transfer-format.ts";
import type { Into } from "./drafts.ts";
import type { ImportRecord } from "./record.ts";
import type { Tally } from "./report.ts";

export type Taking = Readonly<{ format: string; into: Into; tally: Tally }>;

/** By ledger key. */
export type Known = Map<string, Imported>;

export type Knowing = Taking & Readonly<{ known: Known }>;

export type Of<T extends ImportRecord["type"]> = Extract<ImportRecord, { type: T }>;

/** The name under which the history keeps what an import did. */
export function actorOf(importId: string): string {
  return `import:${importId}`;
}
