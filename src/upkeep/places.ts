// Sorts memories by who may see them, so that nothing told of several says to one what only another may know.

import type { Memory } from "../model/memory.ts";

export type Place = Readonly<{ scope: string; user?: string }>;

/** The owner counts only where the scope is theirs alone. */
export function placeOf({ scope, user }: Pick<Memory, "scope" | "user">): Place {
  return scope === "user" && user !== undefined ? { scope, user } : { scope };
}

/** One list for each place, the places in order of their names. */
export function byPlace(memories: readonly Memory[]): readonly (readonly Memory[])[] {
  const groups = new Map<string, Memory[]>();
  for (const memory of memories) {
    const { scope, user = "" } = placeOf(memory);
    const key = JSON.stringify([scope, user]);
    groups.set(key, [...(groups.get(key) ?? []), memory]);
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
