// One hash over everything a tenant has: messages in their order, every version of every memory, what happened to it,
// relations, reviews, checkpoints, the threads' logs and the marks of what is gone. What waits to be done and how often
// a line was read are no part of it.

import { createHash } from "node:crypto";
import type { Store } from "../ports/store.ts";
import { PARTS, type Part, type StoredRecord } from "../ports/transfer-store.ts";
import { pagesOf } from "./pages-of.ts";

const PASSING: ReadonlySet<Part> = new Set<Part>(["job", "access", "import", "imported"]);

const HASHED_PARTS: readonly Part[] = PARTS.filter((part) => !PASSING.has(part));

/** Where the order is the order of arrival, it counts. */
const ORDERED: ReadonlySet<Part> = new Set<Part>(["message", "version", "event", "delta"]);

export async function tenantHash(store: Pick<Store, "transfer">, tenant: string): Promise<string> {
  const whole = createHash("sha256");
  for (const part of HASHED_PARTS) {
    const digests: string[] = [];
    for await (const record of pagesOf(store, tenant, part)) digests.push(digestOf(record));
    whole.update(`${part} ${(ORDERED.has(part) ? digests : digests.sort()).join(" ")}\n`);
  }
  return whole.digest("hex");
}

function digestOf(record: StoredRecord): string {
  return createHash("sha256").update(canonical(record)).digest("base64");
}

/** JSON with the keys of every object in order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
