// What stays of something erased: a hash that can say "this was erased" and nothing else.

import { createHash } from "node:crypto";

export function hashId(tenant: string, id: string): string {
  return createHash("sha256")
    .update(JSON.stringify([tenant, id]))
    .digest("hex");
}
