// Everyone who spoke, or of whom something is known.

import { Users } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { SearchField } from "../../ui/field.tsx";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

type Person = Answer<"people">[number];

const COLUMNS: readonly Column<Person>[] = [
  {
    id: "name",
    header: "Person",
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ user, name }) => (
      <Link
        href={`/people/${encodeURIComponent(user)}`}
        className="flex min-w-0 items-center gap-3 hover:text-accent"
      >
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate font-mono text-2xs text-ink-faint">{user}</span>
        </span>
      </Link>
    ),
  },
  {
    id: "profile",
    header: "Profile",
    fit: "w-24",
    isWide: true,
    cell: ({ hasProfile }) => (hasProfile ? <Badge tone="accent">Profile</Badge> : null),
  },
  {
    id: "memories",
    header: "Memories",
    fit: "w-28",
    sortBy: ({ memories }) => memories,
    cell: ({ memories }) => <span className="number">{memories.toLocaleString()}</span>,
  },
  {
    id: "messages",
    header: "Messages",
    fit: "w-28",
    isWide: true,
    sortBy: ({ messages }) => messages,
    cell: ({ messages }) => <span className="number">{messages.toLocaleString()}</span>,
  },
  {
    id: "seen",
    header: "Heard last",
    fit: "w-32",
    isWide: true,
    sortBy: ({ lastSeen }) => lastSeen ?? "",
    cell: ({ lastSeen }) =>
      lastSeen === undefined ? (
        <span className="text-ink-faint">never</span>
      ) : (
        <span className="text-ink-faint text-xs">
          <Time at={lastSeen} />
        </span>
      ),
  },
];

export function PeoplePage() {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const people = useAsk(
    "people",
    { limit: 200, ...(q === "" ? {} : { q }) },
    { keepPrevious: true },
  );
  return (
    <Page
      isFull
      title="People"
      about="What is known of each, where it comes from, and how to put it right"
      actions={
        <SearchField
          label="Name or id"
          placeholder="Name or id"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <Loaded query={people}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={<Users size={22} aria-hidden />} title="Nobody here yet">
                {q === "" ? "Whoever speaks shows up here." : "Nobody has a name like that."}
              </Empty>
            ) : (
              <DataTable
                label="People"
                rows={list}
                columns={COLUMNS}
                idOf={({ user }) => user}
                rowHeight={56}
                className="flex-1"
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
