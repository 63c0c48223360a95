// The filters of the memories page: read from its address, and sent to the server as they are.

import type { Asked } from "../../api/connection.ts";
import type { QueryState } from "../../shell/use-query-state.ts";

export type MemoryQuery = Pick<Asked<"facets">, "filter" | "states">;

/** The address's name of each filter that takes several values. */
export const FACETS = [
  { name: "kind", title: "Kind", of: "kinds" },
  { name: "state", title: "State", of: "states" },
  { name: "category", title: "Category", of: "categories" },
  { name: "about", title: "About", of: "subjects" },
  { name: "tag", title: "Tag", of: "tags" },
] as const;
export type FacetName = (typeof FACETS)[number]["name"];

/** A filter takes one person; everything else several. */
export const SINGLE: readonly FacetName[] = ["about"];

export function memoryQuery(state: QueryState): MemoryQuery {
  const several = (name: FacetName) =>
    state.list(name).length > 0 ? [...state.list(name)] : undefined;
  const filter = {
    kinds: several("kind"),
    categories: several("category"),
    tags: several("tag"),
    subject: state.get("about"),
    contains: state.get("q"),
    pinned: state.get("pinned") === "yes" ? true : undefined,
  };
  const states = several("state");
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  // What stands in an address may be anything; the server refuses what it does not know by name.
  return {
    filter: Object.fromEntries(set),
    ...(states === undefined ? {} : { states }),
  } as MemoryQuery;
}

export const FILTER_NAMES: readonly string[] = [...FACETS.map(({ name }) => name), "q", "pinned"];

export function isFiltered(state: QueryState): boolean {
  return FILTER_NAMES.some((name) => state.get(name) !== undefined);
}

/** The filters alone, for a saved view: not which memory is open. */
export function filtersOnly(state: QueryState): string {
  const kept = [...state.all].filter(([name]) => FILTER_NAMES.includes(name));
  return new URLSearchParams(kept).toString();
}
