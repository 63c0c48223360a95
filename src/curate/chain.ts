// The line of succession of a memory: what it took the place of, and what took its place, oldest first.

import type { Memory } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";
import type { CurateDeps } from "./doing.ts";
import { find, findAll } from "./find.ts";

export async function chain(
  { viewer, id }: Readonly<{ viewer: Viewer; id: string }>,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<readonly Memory[]> {
  const memory = await find(viewer, id, deps);
  const known = await predecessors(viewer, memory, deps);
  const links = new Map<string, Memory>([[id, memory]]);
  for (let grown = true; grown; ) {
    const before = links.size;
    for (const other of known) if (isLinked(other, links)) links.set(other.id, other);
    grown = links.size > before;
  }
  return [...links.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Everything of its kind and place that was replaced, and what may have replaced it. */
async function predecessors(
  viewer: Viewer,
  { kind, scope, subject, user }: Memory,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<readonly Memory[]> {
  const filter = {
    kinds: [kind],
    scope,
    ...(subject === undefined ? {} : { subject }),
    ...(user === undefined ? {} : { user }),
  };
  const found: Memory[] = [];
  const states = ["active", "superseded", "disputed", "archived"] as const;
  for await (const memory of findAll(viewer, { filter, states }, deps)) found.push(memory);
  return found;
}

function isLinked(other: Memory, links: ReadonlyMap<string, Memory>): boolean {
  return (
    links.has(other.supersededBy ?? "") ||
    [...links.values()].some((link) => link.supersededBy === other.id)
  );
}
