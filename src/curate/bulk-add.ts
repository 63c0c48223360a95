// Remembers many lines in one pass. Each is judged alone: one that is refused takes no other with it.

import type { Proposal } from "../model/candidate.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Doing } from "./doing.ts";
import type { Remember } from "./update-by-topic.ts";

export type BulkAddInput = Doing & Readonly<{ proposals: readonly Proposal[] }>;

/** One outcome for each proposal, in order. */
export async function bulkAdd(
  { viewer, actor, proposals }: BulkAddInput,
  { remember }: Readonly<{ remember: Remember }>,
): Promise<readonly Outcome[]> {
  return remember(proposals, { tenant: viewer.tenant, actor, cause: "bulk_add" });
}
