// Reads the audit trail from its first entry and makes every seal again.

import { type AuditHead, FIRST_HEAD, sealOf } from "../model/audit.ts";
import type { Store } from "../ports/store.ts";

export type AuditReport = Readonly<{
  isSound: boolean;
  entries: number;
  /** The seal of the last entry, and with it of all of them. */
  head: string;
  brokenAt?: number;
  why?: string;
}>;

const PAGE = 500;

export async function verifyAudit(
  tenant: string,
  { audit }: Pick<Store, "audit">,
): Promise<AuditReport> {
  let last = FIRST_HEAD;
  for (;;) {
    const entries = await audit.page(tenant, { after: last.seq, limit: PAGE });
    for (const { hash, ...entry } of entries) {
      if (entry.seq !== last.seq + 1) return broken(last, last.seq + 1, "an entry is missing");
      if (sealOf(last.hash, entry) !== hash)
        return broken(last, entry.seq, "an entry does not fit its seal");
      last = { seq: entry.seq, hash };
    }
    if (entries.length < PAGE) break;
  }
  return endOf(last, await audit.head(tenant));
}

/** Entries written while the trail was read lie beyond what was read, and are no fault. */
function endOf(last: AuditHead, head: AuditHead): AuditReport {
  if (head.seq < last.seq) return broken(last, head.seq + 1, "the trail goes on after its end");
  if (head.seq === last.seq && head.hash !== last.hash)
    return broken(last, last.seq, "the end of the trail was written anew");
  if (head.seq > last.seq) return broken(last, last.seq + 1, "entries at the end are missing");
  return { isSound: true, entries: last.seq, head: last.hash };
}

function broken(last: AuditHead, brokenAt: number, why: string): AuditReport {
  return { isSound: false, entries: last.seq, head: last.hash, brokenAt, why };
}
