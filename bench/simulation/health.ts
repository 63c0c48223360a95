// What must hold of a store after months of use: few active lines a person, none said twice, every profile line on
// sources that are there.

import { findAll } from "../../src/curate/actor-context.ts";
import { DEFAULT_MERGE_BANDS } from "../../src/language/compare/compare.ts";
import { relate } from "../../src/language/relate.ts";
import type { Memory } from "../../src/model/memory.ts";
import { STATES } from "../../src/model/state.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import type { UpkeepDeps } from "../../src/upkeep/upkeep-job.ts";

export type Health = Readonly<{
  memories: number;
  active: number;
  /** Of the person with the most of them. */
  mostFacts: number;
  mostTraits: number;
  /** Pairs of active lines that say the same. */
  duplicates: readonly string[];
  /** Profile lines with a source that is gone, or with none. */
  unsourced: readonly string[];
  deadJobs: number;
}>;

const MERGED: ReadonlySet<string> = new Set(["same_key", "same", "close"]);

export async function healthOf(deps: UpkeepDeps): Promise<Health> {
  const all: Memory[] = [];
  let deadJobs = 0;
  const { store } = deps;
  for (const tenant of await store.memories.tenants()) {
    for await (const memory of findAll(hostViewer(tenant), { filter: {}, states: STATES }, deps))
      all.push(memory);
    deadJobs += (await store.jobs.list(tenant, { states: ["dead"], limit: 100 })).length;
  }
  const active = all.filter(({ state }) => state === "active");
  const groups = [...grouped(active).values()];
  const most = (kind: string) =>
    Math.max(0, ...groups.filter(([one]) => one?.kind === kind).map((lines) => lines.length));
  return {
    memories: all.length,
    active: active.length,
    mostFacts: most("fact"),
    mostTraits: most("trait"),
    duplicates: groups.flatMap(duplicatesIn),
    unsourced: unsourced(active, all),
    deadJobs,
  };
}

function grouped(active: readonly Memory[]): ReadonlyMap<string, readonly Memory[]> {
  const groups = new Map<string, Memory[]>();
  for (const memory of active) {
    const { tenant, kind, scope, user, subject } = memory;
    if (kind !== "fact" && kind !== "lore" && kind !== "trait") continue;
    const key = JSON.stringify([tenant, kind, scope, user, subject]);
    groups.set(key, [...(groups.get(key) ?? []), memory]);
  }
  return groups;
}

function duplicatesIn(lines: readonly Memory[]): readonly string[] {
  const ordered = lines.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return ordered.flatMap((older, at) =>
    ordered
      .slice(at + 1)
      .filter(({ text }) =>
        MERGED.has(relate({ text: older.text }, { text }, DEFAULT_MERGE_BANDS).relation),
      )
      .map((newer) => `${older.kind}: ${older.text} | ${newer.text}`),
  );
}

function unsourced(active: readonly Memory[], all: readonly Memory[]): readonly string[] {
  const there = new Set(all.map(({ id }) => id));
  return active
    .filter(({ kind }) => kind === "trait")
    .filter(
      ({ derivedFrom }) => derivedFrom.length === 0 || derivedFrom.some((id) => !there.has(id)),
    )
    .map(({ text }) => text);
}
