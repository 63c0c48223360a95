// The tenant as one indexed word, so that a search reads one tenant's postings and no other's.

import { createHash } from "node:crypto";

const tokens = new Map<string, string>();
const MAX_CACHED = 10_000;

/** Of one length, so that no prefix and word together spell another tenant's; rows are checked by tenant as well. */
const PREFIX_LENGTH = 11;

/** What each word of a tenant begins with where an index is shared: one list of rows then serves one tenant only. */
export function wordPrefix(tenant: string): string {
  return tenantToken(tenant).slice(0, PREFIX_LENGTH);
}

/** Ends in a digit, so that no stemmer or tokenizer would change it. Rows are checked by tenant as well. */
export function tenantToken(tenant: string): string {
  const known = tokens.get(tenant);
  if (known !== undefined) return known;
  const token = `t${createHash("sha256").update(tenant).digest("hex").slice(0, 20)}0`;
  if (tokens.size >= MAX_CACHED) tokens.clear();
  tokens.set(tenant, token);
  return token;
}
