// The audit trail as the engine asks for it.

import type { AuditAct, AuditEntry, AuditHead } from "../model/audit.ts";

export interface AuditLog {
  append(act: AuditAct): Promise<void>;
  /** In order, after a place in the trail. */
  page(tenant: string, query: { after: number; limit: number }): Promise<readonly AuditEntry[]>;
  /** Where the trail ends, kept apart from it, so that a missing tail shows. */
  head(tenant: string): Promise<AuditHead>;
  /** Who is behind these aliases; an erased person is behind none. */
  names(tenant: string, aliases: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
