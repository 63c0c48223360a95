// Whether a key still opens anything.

import type { AccessKey } from "../../model/access-key.ts";

export function isUsable({ revokedAt, expiresAt }: AccessKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now.toISOString());
}
