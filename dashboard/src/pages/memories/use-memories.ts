// The memories under a filter, a page at a time as the reader goes on.

import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { NOT_REFRESHED } from "../../api/live.tsx";
import { useSignedIn } from "../../api/session.tsx";
import type { MemoryQuery } from "./memory-query.ts";

const PAGE = 200;

export function useMemories(query: MemoryQuery) {
  const { client } = useSignedIn();
  const result = useInfiniteQuery({
    queryKey: [NOT_REFRESHED, "list", query],
    queryFn: ({ pageParam }) =>
      client.list({
        ...query,
        limit: PAGE,
        ...(pageParam === undefined ? {} : { after: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  });
  const rows = useMemo(() => result.data?.pages.flat() ?? [], [result.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...result, rows, more };
}
