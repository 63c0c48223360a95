// Every memory there is: filters with counts beside a table of any length, and all about one in a drawer.

import { ListFilter } from "lucide-react";
import { useCallback, useState } from "react";
import { useAsk } from "../../api/ask.ts";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural } from "../../ui/memory-words.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { Facets } from "./facets.tsx";
import { MemoryDrawer } from "./memory-drawer.tsx";
import { memoryQuery } from "./memory-query.ts";
import { MemoryTable } from "./memory-table.tsx";
import { MemoryToolbar } from "./memory-toolbar.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useMemories } from "./use-memories.ts";

const NONE: ReadonlySet<string> = new Set();

export function MemoriesPage() {
  const state = useQueryState();
  const query = memoryQuery(state);
  const memories = useMemories(query);
  const facets = useAsk("facets", query, { keepPrevious: true });
  const [picked, setPicked] = useState(NONE);
  const [isFiltering, setFiltering] = useState(false);
  const open = useCallback((id: string | undefined) => state.set({ id }), [state]);
  const total = totalOf(facets.data, query.states);
  const chosen = memories.rows.filter(({ id }) => picked.has(id));
  const openId = state.get("id");
  return (
    <Page
      isFull
      title="Memories"
      about={
        total === undefined ? "What is known" : `${plural(total, "memory", "memories")} in view`
      }
      actions={
        <>
          <Button
            className="lg:hidden"
            icon={<ListFilter size={15} aria-hidden />}
            onClick={() => setFiltering(true)}
          >
            Filters
          </Button>
          <SavedViews state={state} />
        </>
      }
    >
      <div className="flex min-h-0 flex-1 gap-6">
        <div className="thin-scroll hidden w-52 shrink-0 overflow-y-auto pr-1 lg:block">
          <Facets state={state} facets={facets} />
        </div>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
          <MemoryToolbar state={state} query={query} reload={() => void memories.refetch()} />
          {chosen.length > 0 && <BulkBar chosen={chosen} clear={() => setPicked(NONE)} />}
          <MemoryTable {...{ memories, picked, setPicked, open, openId, total, state }} />
        </div>
      </div>
      {isFiltering && (
        <Dialog title="Filters" shape="sheet" close={() => setFiltering(false)}>
          <Facets state={state} facets={facets} />
        </Dialog>
      )}
      {openId !== undefined && (
        <MemoryDrawer key={openId} id={openId} open={open} close={() => open(undefined)} />
      )}
    </Page>
  );
}

type Facet = readonly Readonly<{ value: string; count: number }>[];

/** The states are counted whatever states are shown, and active ones are shown when none are named. */
function totalOf(
  facets: Readonly<{ states: Facet }> | undefined,
  states: readonly string[] = ["active"],
): number | undefined {
  return facets?.states
    .filter(({ value }) => states.includes(value))
    .reduce((sum, { count }) => sum + count, 0);
}
