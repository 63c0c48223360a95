// One hash over everything a store remembers: each memory as it is and every version it had. Two stores that remember
// the same have the same hash, whatever database is below them and in whatever order it was written.

import { createHash } from "node:crypto";
import type { Memory } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Store } from "../../ports/store.ts";
import { findAll } from "../find.ts";

export async function stateHash(store: Store): Promise<string> {
  const digests: string[] = [];
  for (const tenant of await store.memories.tenants()) {
    const viewer = hostViewer(tenant);
    const wanted = { filter: {}, states: STATES };
    for await (const memory of findAll(viewer, wanted, { store, now: () => new Date(0) })) {
      const versions = await store.memories.versions(viewer, memory.id);
      digests.push(digestOf(memory, versions));
    }
  }
  return sha256(digests.sort().join("\n"));
}

function digestOf(memory: Memory, versions: readonly Memory[]): string {
  return sha256(canonical([memory, ...versions]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
