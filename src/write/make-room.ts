// Keeps the newest lines of a subject active and archives what lies beyond (F9). Nothing is deleted.

import type { Change } from "../model/change-set.ts";
import { POLICIES } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";

type Deps = Readonly<{ store: Store; now: Clock }>;

/** For what this act creates; a line that it touches at the same time is alive and stays. */
export async function makeRoom(changes: readonly Change[], deps: Deps): Promise<readonly Change[]> {
  const created = changes.flatMap((change) => (change.type === "create" ? [change.memory] : []));
  const revised = new Set(
    changes.flatMap((change) => (change.type === "revise" ? [change.memory.id] : [])),
  );
  const room: Change[] = [];
  for (const [first, count] of bySubject(created)) {
    const { keepNewest } = POLICIES[first.kind];
    if (keepNewest === null || first.subject === undefined) continue;
    const { tenant, kind, subject } = first;
    const keep = Math.max(0, keepNewest - count);
    const beyond = await deps.store.upkeep.beyond({ tenant, kind, subject, keep, limit: count });
    for (const memory of beyond)
      if (!revised.has(memory.id)) room.push(archive(memory, deps.now().toISOString()));
  }
  return room;
}

/** One of each kind and subject, with how many there are. */
function bySubject(created: readonly Memory[]): readonly (readonly [Memory, number])[] {
  const groups = new Map<string, readonly [Memory, number]>();
  for (const memory of created.filter(({ state }) => state === "active")) {
    const key = JSON.stringify([memory.kind, memory.subject]);
    const [first, count] = groups.get(key) ?? [memory, 0];
    groups.set(key, [first, count + 1]);
  }
  return [...groups.values()];
}

function archive(memory: Memory, now: string): Change {
  return {
    type: "revise",
    memory: { ...memory, state: "archived", version: memory.version + 1, updatedAt: now },
    expect: memory.version,
    event: "UPDATE",
    reason: `beyond the newest ${POLICIES[memory.kind].keepNewest}`,
  };
}
