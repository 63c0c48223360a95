// What a page was asked to show, kept in its address, so that a link shows the same to someone else.

import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { go } from "./hash-location.ts";

type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

export type QueryState = Readonly<{
  all: URLSearchParams;
  get: (name: string) => string | undefined;
  list: (name: string) => readonly string[];
  /** Replaces the address, so that going back leaves the page rather than undoing a filter. */
  set: (changes: Changes) => void;
}>;

export function useQueryState(): QueryState {
  const [path] = useLocation();
  const search = useSearch();
  const all = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<QueryState["set"]>(
    (changes) => {
      const next = changed(all, changes);
      go(next.size === 0 ? path : `${path}?${next}`, { replace: true });
    },
    [all, path],
  );
  return useMemo(
    () => ({
      all,
      get: (name) => all.get(name) ?? undefined,
      list: (name) => all.getAll(name),
      set,
    }),
    [all, set],
  );
}

function changed(before: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value = []] of Object.entries(changes)) {
    next.delete(name);
    const values = [value].flat().filter((one) => one !== "");
    for (const one of values) next.append(name, one);
  }
  return next;
}
