// The table itself: one line a memory, with a box to choose it and its words to open it.

import { Pin, SearchX, Sparkles } from "lucide-react";
import { type Dispatch, type SetStateAction, useMemo } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import type { QueryState } from "../../shell/use-query-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { aboutWord, sentence, stateWord, TRUST_WORDS } from "../../ui/memory-words.ts";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Failure, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { FILTER_NAMES, isFiltered } from "./memory-query.ts";
import type { useMemories } from "./use-memories.ts";

type Picked = ReadonlySet<string>;
type TableProps = Readonly<{
  memories: ReturnType<typeof useMemories>;
  picked: Picked;
  setPicked: Dispatch<SetStateAction<Picked>>;
  open: (id: string) => void;
  openId: string | undefined;
  total: number | undefined;
  state: QueryState;
}>;

export function MemoryTable(props: TableProps) {
  const { memories, picked, setPicked, open, openId, total, state } = props;
  const columns = useMemo(() => columnsOf({ picked, setPicked, open }), [picked, setPicked, open]);
  if (memories.error !== null && memories.rows.length === 0)
    return <Failure error={memories.error} retry={() => void memories.refetch()} />;
  if (memories.isPending) return <SkeletonLines count={12} />;
  if (memories.rows.length === 0) return <Nothing state={state} />;
  return (
    <DataTable
      label="Memories"
      rows={memories.rows}
      columns={columns}
      idOf={(memory) => memory.id}
      selected={openId}
      rowHeight={56}
      more={memories.more}
      {...(total === undefined ? {} : { total })}
      className="flex-1"
      footer={memories.isFetchingNextPage ? <SkeletonLines count={2} /> : undefined}
    />
  );
}

function Nothing({ state }: Readonly<{ state: QueryState }>) {
  if (!isFiltered(state))
    return (
      <Empty icon={<Sparkles size={22} aria-hidden />} title="Nothing is known yet">
        Send a message to <code className="font-mono">POST /v1/messages</code>, or run{" "}
        <code className="font-mono">mneme add "…"</code>, and what is worth keeping shows up here.
      </Empty>
    );
  const clear = () => state.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])));
  return (
    <Empty
      icon={<SearchX size={22} aria-hidden />}
      title="No memory is like that"
      action={<Button onClick={clear}>Clear filters</Button>}
    >
      Nothing matches all of these filters at once.
    </Empty>
  );
}

type Choosing = Pick<TableProps, "picked" | "setPicked" | "open">;

function columnsOf({ picked, setPicked, open }: Choosing): readonly Column<Memory>[] {
  const toggle = (id: string) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [
    {
      id: "pick",
      header: "Choose",
      isHeaderHidden: true,
      fit: "w-11",
      cell: ({ id, text }) => (
        <input
          type="checkbox"
          aria-label={`Choose ${text.slice(0, 60)}`}
          checked={picked.has(id)}
          onChange={() => toggle(id)}
          className="block size-4 accent-accent"
        />
      ),
    },
    { id: "text", header: "Memory", cell: (memory) => <Words memory={memory} open={open} /> },
    ...DETAIL_COLUMNS,
  ];
}

const DETAIL_COLUMNS: readonly Column<Memory>[] = [
  {
    id: "kind",
    header: "Kind",
    fit: "w-24",
    isWide: true,
    cell: ({ kind }) => <Badge>{sentence(kind)}</Badge>,
  },
  {
    id: "about",
    header: "About",
    fit: "w-24",
    isWide: true,
    cell: ({ subject }) => (
      <span className="block truncate text-ink-soft">{aboutWord(subject)}</span>
    ),
  },
  {
    id: "category",
    header: "Category",
    fit: "w-28",
    isWidest: true,
    cell: ({ category }) => (
      <span className="block truncate text-ink-soft">{sentence(category)}</span>
    ),
  },
  {
    id: "trust",
    header: "From",
    fit: "w-28",
    isWidest: true,
    cell: ({ trust }) => <Badge tone={TRUST_WORDS[trust].tone}>{TRUST_WORDS[trust].word}</Badge>,
  },
  {
    id: "updated",
    header: "Updated",
    fit: "w-24",
    isWide: true,
    cell: ({ updatedAt }) => (
      <span className="text-ink-faint text-xs">
        <Time at={updatedAt} />
      </span>
    ),
  },
];

type WordsProps = Readonly<{ memory: Memory; open: (id: string) => void }>;

function Words({ memory, open }: WordsProps) {
  const { id, text, title, pinned, state, kind, subject, updatedAt } = memory;
  const { word, tone } = stateWord(state);
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        {pinned && <Pin size={13} aria-label="Pinned" className="shrink-0 text-accent" />}
        <button
          type="button"
          onClick={() => open(id)}
          className="line-clamp-2 min-w-0 text-left leading-5 hover:text-accent"
        >
          {title !== undefined && <span className="font-medium">{title} · </span>}
          {text}
        </button>
        {state !== "active" && <Badge tone={tone}>{word}</Badge>}
      </div>
      <p className="truncate text-ink-faint text-xs @2xl:hidden">
        {sentence(kind)} · {aboutWord(subject)} · <Time at={updatedAt} />
      </p>
    </div>
  );
}
