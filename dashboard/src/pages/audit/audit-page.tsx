// Who did what on purpose, in order, and whether the trail is whole.

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText, ShieldAlert, ShieldCheck } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { NOT_REFRESHED } from "../../api/live.tsx";
import { useSignedIn } from "../../api/session.tsx";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { sentence } from "../../ui/memory-words.ts";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Failure, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

type Entry = Answer<"audit">[number];
const PAGE = 200;

export function AuditPage() {
  const query = useQueryState();
  const from = Number(query.get("no") ?? 1) || 1;
  const { rows, more, error, isPending, refetch } = useTrail(from);
  const [isChecking, setChecking] = useState(false);
  return (
    <Page
      isFull
      title="Audit"
      about={
        from > 1
          ? `What was done on purpose from no. ${from} on`
          : "What was done on purpose, by whom. No entry holds any content."
      }
      actions={
        <>
          {from > 1 && (
            <Button onClick={() => query.set({ no: undefined })}>From the beginning</Button>
          )}
          {isChecking ? (
            <Verified />
          ) : (
            <Button onClick={() => setChecking(true)}>Check the trail</Button>
          )}
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        {error !== null && <Failure error={error} retry={() => void refetch()} />}
        {isPending && error === null && <SkeletonLines />}
        {!isPending && rows.length === 0 && error === null && (
          <Empty icon={<ScrollText size={22} aria-hidden />} title="Nothing was done yet">
            Deciding a review, erasing a person or making a key is written down here first.
          </Empty>
        )}
        {rows.length > 0 && (
          <DataTable
            label="Audit"
            rows={rows}
            columns={COLUMNS}
            idOf={({ seq }) => String(seq)}
            more={more}
            className="flex-1"
          />
        )}
      </div>
    </Page>
  );
}

function useTrail(from: number) {
  const { client } = useSignedIn();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [NOT_REFRESHED, "audit", from],
      queryFn: ({ pageParam }) => client.audit({ limit: PAGE, after: pageParam }),
      initialPageParam: from - 1,
      getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.seq),
    });
  const rows = useMemo(() => data?.pages.flat() ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { rows, more, error, isPending, refetch };
}

function Verified() {
  const { data, error } = useAsk("verifyAudit", {});
  if (error !== null) return <p className="text-bad text-sm">{error.message}</p>;
  if (data === undefined) return <p className="text-ink-soft text-sm">Checking…</p>;
  return data.isSound ? (
    <p className="flex items-center gap-2 text-ok text-sm">
      <ShieldCheck size={16} aria-hidden />
      Whole: all {data.entries} entries are as they were written.
    </p>
  ) : (
    <p role="alert" className="flex items-center gap-2 text-bad text-sm">
      <ShieldAlert size={16} aria-hidden />
      Broken at entry {data.brokenAt}: {data.why}
    </p>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    id: "seq",
    header: "No.",
    fit: "w-20",
    sortBy: ({ seq }) => seq,
    cell: ({ seq, hash }) => (
      <span className="number" title={hash}>
        {seq}
      </span>
    ),
  },
  {
    id: "act",
    header: "What",
    sortBy: ({ act }) => act,
    cell: ({ act, targets, people }) => (
      <div className="min-w-0">
        <p className="truncate font-medium">{sentence(act)}</p>
        <p className="truncate font-mono text-2xs text-ink-faint">
          {[...people, ...targets].join(" ")}
        </p>
      </div>
    ),
  },
  {
    id: "actor",
    header: "Who",
    fit: "w-48",
    isWide: true,
    sortBy: ({ actor }) => actor,
    cell: ({ actor }) => <span className="block truncate">{actor}</span>,
  },
  {
    id: "at",
    header: "When",
    fit: "w-28",
    sortBy: ({ at }) => at,
    cell: ({ at }) => <Time at={at} />,
  },
];
