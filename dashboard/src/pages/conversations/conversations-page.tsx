// Where people talk: every channel something was said in.

import { MessagesSquare } from "lucide-react";
import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

type Conversation = Answer<"conversations">[number];

const COLUMNS: readonly Column<Conversation>[] = [
  {
    id: "channel",
    header: "Channel",
    sortBy: ({ channel }) => channel,
    cell: ({ channel, people, open }) => (
      <div className="min-w-0">
        <span className="flex items-center gap-2">
          <Link
            href={`/conversations/${encodeURIComponent(channel)}`}
            className="truncate font-medium hover:text-accent"
          >
            {channel}
          </Link>
          {open && <Badge tone="ok">Going on</Badge>}
        </span>
        <p className="truncate text-ink-faint text-xs">{people.join(", ")}</p>
      </div>
    ),
  },
  {
    id: "messages",
    header: "Messages",
    fit: "w-28",
    sortBy: ({ messages }) => messages,
    cell: ({ messages }) => <span className="number">{messages.toLocaleString()}</span>,
  },
  {
    id: "first",
    header: "Since",
    fit: "w-32",
    isWide: true,
    sortBy: ({ first }) => first,
    cell: ({ first }) => <Time at={first} show="day" />,
  },
  {
    id: "last",
    header: "Heard last",
    fit: "w-32",
    isWide: true,
    sortBy: ({ last }) => last,
    cell: ({ last }) => <Time at={last} />,
  },
];

export function ConversationsPage() {
  const conversations = useAsk("conversations", { limit: 200 });
  return (
    <Page isFull title="Conversations" about="What was said, and what each message taught">
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <Loaded query={conversations}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={<MessagesSquare size={22} aria-hidden />} title="Nothing was said yet">
                Messages that are listened to show up here, by channel.
              </Empty>
            ) : (
              <DataTable
                label="Conversations"
                rows={list}
                columns={COLUMNS}
                idOf={({ channel }) => channel}
                rowHeight={60}
                className="flex-1"
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
