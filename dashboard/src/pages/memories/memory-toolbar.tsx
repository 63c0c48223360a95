// Above the table: words to look for, what else narrows it, news, and the same list for a terminal.

import { RotateCw, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { apiAddress } from "../../api/connection.ts";
import { useLive } from "../../api/live.tsx";
import type { QueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SearchField } from "../../ui/field.tsx";
import { FILTER_NAMES, isFiltered, type MemoryQuery } from "./memory-query.ts";

const TYPING_MS = 250;

type ToolbarProps = Readonly<{ state: QueryState; query: MemoryQuery; reload: () => void }>;

export function MemoryToolbar({ state, query, reload }: ToolbarProps) {
  const { changes } = useLive();
  const [seen, setSeen] = useState(changes);
  const clear = () => state.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])));
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b p-2">
      <WordsField state={state} />
      {changes > seen && (
        <Button
          size="sm"
          look="primary"
          icon={<RotateCw size={13} aria-hidden />}
          onClick={() => {
            setSeen(changes);
            reload();
          }}
        >
          Something changed
        </Button>
      )}
      {isFiltered(state) && (
        <Button size="sm" look="quiet" icon={<X size={14} aria-hidden />} onClick={clear}>
          Clear filters
        </Button>
      )}
      <span className="hidden sm:block">
        <CopyButton label="Copy as curl" text={curlOf(query)} />
      </span>
    </div>
  );
}

function WordsField({ state }: Readonly<{ state: QueryState }>) {
  const given = state.get("q") ?? "";
  const [typed, setTyped] = useState(given);
  const set = useRef(state.set);
  set.current = state.set;
  useEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed === given) return;
    const timer = setTimeout(() => set.current({ q: typed.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, given]);
  return (
    <SearchField
      className="flex-1 basis-48"
      label="Words in the text"
      placeholder="Words in the text"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** For a shell: single quotes keep everything as it is. */
function curlOf({ filter = {}, states = [] }: MemoryQuery): string {
  const address = apiAddress("/v1/memories");
  for (const [name, value] of Object.entries(filter))
    for (const one of [value].flat()) address.searchParams.append(`filter.${name}`, String(one));
  for (const state of states) address.searchParams.append("states", state);
  return `curl -s '${address.href.replaceAll("'", "%27")}' -H "Authorization: Bearer $MNEME_KEY"`;
}
