// The delta header (S1): at most three bullets of what changed in the thread since the caller looked last.

import type { Delta, DeltaEvent } from "../../model/history.ts";
import type { Memory } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import type { Viewer } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { escapeInline } from "../fence.ts";
import { refusal } from "../injectable.ts";
import type { ItemLine } from "../layout.ts";
import { lookOf } from "../look.ts";

const SIGNS: Readonly<Record<DeltaEvent, string>> = {
  created: "+created",
  updated: "↑updated",
  merged: "↔merged",
  deleted: "-deleted",
  soft_deleted: "-soft_deleted",
  restored: "+restored",
};

type DeltaSection = Readonly<{ section: Section; revision: number }>;

export async function deltaHeader(
  { viewer, thread, sinceRevision, ...looking }: ContextInput,
  deps: ContextDeps,
): Promise<DeltaSection> {
  if (thread === undefined) return { section: empty([]), revision: 0 };
  const since = sinceRevision ?? Number.MAX_SAFE_INTEGER;
  const { revision, changes } = await deps.store.memories.delta(viewer, {
    thread,
    since,
    limit: deps.policy.places.changes,
  });
  const memories = await deps.store.memories.list(viewer, {
    filter: { ids: changes.map(({ memoryId }) => memoryId) },
    look: { now: lookOf(looking, deps).now, states: STATES },
    page: { limit: deps.policy.places.changes },
  });
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  return { section: sectionOf(changes, known, { deps, viewer, since }), revision };
}

function empty(open: readonly string[]): Section {
  return { group: { type: "group", open, children: [], close: [] }, leftOut: [] };
}

type Telling = Readonly<{ deps: ContextDeps; viewer: Viewer; since: number }>;

/** A change is told only with a line that may be injected anyway; otherwise the header would be a way around it. */
function sectionOf(
  changes: readonly Delta[],
  known: ReadonlyMap<string, Memory>,
  { deps, viewer, since }: Telling,
): Section {
  const rules = { policy: deps.policy.inject, viewer, keepsSensitive: false };
  const lines: ItemLine[] = [];
  const leftOut: { id: string; why: "trust" | "sensitive" }[] = [];
  for (const change of changes) {
    const memory = known.get(change.memoryId);
    const why = memory === undefined ? "trust" : refusal(memory, rules);
    if (why === undefined) lines.push(deltaLine(change));
    else leftOut.push({ id: change.memoryId, why });
  }
  const header = empty([`Memory updates since rev ${since}:`]);
  return { group: { ...header.group, children: lines }, leftOut };
}

function deltaLine({ event, memoryId, category, text, importance }: Delta): ItemLine {
  const before = `- ${SIGNS[event]}: `;
  const after = ` (imp=${importance})`;
  const label = escapeInline(category);
  return {
    type: "line",
    section: "delta",
    item: "memory",
    id: memoryId,
    label,
    text,
    before,
    after,
  };
}
