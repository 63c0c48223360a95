// Archives what a subject has above the cap of its kind: the newest stay in use, the rest stay in the store.

import { KINDS, type Kind, POLICIES } from "../model/kinds.ts";
import { hostViewer } from "../model/viewer.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { findAll } from "./find.ts";
import { revise } from "./revise.ts";

type Deps = Pick<CurateDeps, "store" | "now">;
export type ArchiveInput = Doing & Readonly<{ kind: Kind; subject: string }>;

const AT_ONCE = 200;

/** How many were archived. */
export async function archiveBeyond(input: ArchiveInput, deps: Deps): Promise<number> {
  const keep = POLICIES[input.kind].keepNewest;
  if (keep === null) return 0;
  let archived = 0;
  while (true) {
    const count = await again(() => archiveSome(input, keep, deps));
    archived += count;
    if (count < AT_ONCE) return archived;
  }
}

async function archiveSome(input: ArchiveInput, keep: number, deps: Deps): Promise<number> {
  const { viewer, kind, subject } = input;
  const query = { kind, subject, keep, tenant: viewer.tenant, limit: AT_ONCE };
  const beyond = await deps.store.upkeep.beyond(query);
  const reason = `beyond the newest ${keep}`;
  const changes = beyond.map((memory) =>
    revise(
      memory,
      { state: "archived" },
      { at: deps.now().toISOString(), event: "UPDATE", reason },
    ),
  );
  await commit({ ...input, cause: "archive", changes }, deps);
  return beyond.length;
}

/** The same for every subject of a tenant. */
export async function archiveAllBeyond(input: Doing, deps: Deps): Promise<number> {
  let archived = 0;
  for (const kind of KINDS) {
    const keep = POLICIES[kind].keepNewest;
    if (keep === null) continue;
    for (const [subject, count] of await countsOf(input, kind, deps))
      if (count > keep) archived += await archiveBeyond({ ...input, kind, subject }, deps);
  }
  return archived;
}

async function countsOf(
  { viewer }: Doing,
  kind: Kind,
  deps: Deps,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const wanted = { filter: { kinds: [kind] }, states: ["active"] as const };
  for await (const { subject } of findAll(hostViewer(viewer.tenant), wanted, deps))
    if (subject !== undefined) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return counts;
}
