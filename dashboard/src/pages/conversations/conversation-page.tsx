// One channel: its messages in their order with what each taught, and its episodes and topics beside them.

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "wouter";
import { NOT_REFRESHED, useLive } from "../../api/live.tsx";
import { useSignedIn } from "../../api/session.tsx";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty, Failure, SkeletonLines } from "../../ui/states.tsx";
import { localDay } from "../../ui/time.tsx";
import { Episodes } from "./episodes.tsx";
import { MessageLine, type TaughtMessage } from "./message-line.tsx";

const PAGE = 100;

export function ConversationPage() {
  const channel = decodeURIComponent(useParams<{ channel: string }>().channel);
  const marked = useQueryState().get("message");
  const messages = useMessages(channel);
  return (
    <Page title={channel} about="Newest last. A message with a mark taught something.">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Card title="Messages" isFlush>
          {messages.error !== null && (
            <Failure error={messages.error} retry={() => void messages.refetch()} />
          )}
          {messages.isPending && <SkeletonLines />}
          {messages.data !== undefined && (
            <>
              {messages.hasNextPage && (
                <div className="border-line border-b p-3 text-center">
                  <Button
                    size="sm"
                    isBusy={messages.isFetchingNextPage}
                    onClick={() => void messages.fetchNextPage()}
                  >
                    Earlier messages
                  </Button>
                </div>
              )}
              <Days messages={messages.inOrder} marked={marked} />
            </>
          )}
        </Card>
        <Episodes channel={channel} />
      </div>
    </Page>
  );
}

function useMessages(channel: string) {
  const { client } = useSignedIn();
  const { changes } = useLive();
  const result = useInfiniteQuery({
    queryKey: [NOT_REFRESHED, "messages", channel, changes],
    queryFn: ({ pageParam }) =>
      client.messages({
        channel,
        limit: PAGE,
        ...(pageParam === undefined ? {} : { before: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    placeholderData: (before) => before,
  });
  const inOrder = useMemo(() => result.data?.pages.flat().toReversed() ?? [], [result.data]);
  return { ...result, inOrder };
}

type DaysProps = Readonly<{ messages: readonly TaughtMessage[]; marked: string | undefined }>;

function Days({ messages, marked }: DaysProps) {
  if (messages.length === 0) return <Empty title="Nothing was said here" />;
  const days = Map.groupBy(messages, ({ at }) => localDay(at));
  return (
    <div className="p-4">
      {[...days].map(([day, said]) => (
        <section key={day} className="mb-5 last:mb-0">
          <h3 className="mb-3 flex items-center gap-3 text-ink-faint text-xs after:h-px after:flex-1 after:bg-line">
            {day}
          </h3>
          <ol className="space-y-4">
            {said.map((message) => (
              <MessageLine key={message.id} message={message} isMarked={message.id === marked} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
