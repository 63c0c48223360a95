// The audit trail as the engine asks for it.

import type { AuditAct, AuditEntry, AuditHead } from "../model/audit.ts";

/** `after` is the last entry seen, in either direction; 0 before any was. */
export type AuditQuery = Readonly<{
  after: number;
  limit: number;
  isNewestFirst?: boolean;
  act?: string;
  target?: string;
}>;

export interface AuditLog {
  append(act: AuditAct): Promise<void>;
  /** In order after a place in the trail, or newest first before it. */
  page(tenant: string, query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** Where the trail ends, kept apart from it, so that a missing tail shows. */
  head(tenant: string): Promise<AuditHead>;
  /** Who is behind these aliases; an erased person is behind none. */
  names(tenant: string, aliases: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
