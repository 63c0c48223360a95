// The action log: what the engine did, newest first, and how often.

import { Activity as ActivityIcon } from "lucide-react";
import { Link } from "wouter";
import type { Activity } from "../../../../src/model/audit.ts";
import { useAsk } from "../../api/ask.ts";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { SelectField } from "../../ui/field.tsx";
import { sentence } from "../../ui/memory-words.ts";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const TONES: Readonly<Record<Activity["status"], Tone>> = {
  ok: "ok",
  error: "bad",
  skipped: "plain",
};

export function ActivityPage() {
  const query = useQueryState();
  const op = query.get("op");
  const events = useAsk(
    "events",
    { limit: 1000, ...(op === undefined ? {} : { op }) },
    { keepPrevious: true },
  );
  const ops = [...new Set(events.data?.counts.map((one) => one.op))].toSorted();
  return (
    <Page
      isFull
      title="Activity"
      about="What was heard, learned, embedded and decided, and what failed"
      actions={
        <SelectField
          label="Which"
          isLabelHidden
          options={[
            { value: "", label: "Everything" },
            ...ops.map((one) => ({ value: one, label: sentence(one) })),
          ]}
          value={op ?? ""}
          onChange={(event) => query.set({ op: event.target.value })}
        />
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <Loaded query={events}>
          {({ events: lines }) =>
            lines.length === 0 ? (
              <Empty icon={<ActivityIcon size={22} aria-hidden />} title="Nothing happened yet" />
            ) : (
              <DataTable
                label="Activity"
                rows={lines}
                columns={COLUMNS}
                idOf={(line) => JSON.stringify(line)}
                className="flex-1"
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<Activity>[] = [
  {
    id: "op",
    header: "What",
    sortBy: ({ op }) => op,
    cell: ({ op, detail, user, messageId, memoryId }) => (
      <div className="min-w-0">
        <p className="truncate font-medium">{sentence(op)}</p>
        <p className="truncate text-ink-faint text-xs">
          {detail ?? [user, messageId].filter(Boolean).join(" · ")}
          {memoryId !== undefined && (
            <>
              {" "}
              <Link
                href={`/memories?id=${encodeURIComponent(memoryId)}`}
                className="text-accent hover:underline"
              >
                memory
              </Link>
            </>
          )}
        </p>
      </div>
    ),
  },
  {
    id: "node",
    header: "Where",
    fit: "w-28",
    isWide: true,
    cell: ({ node }) => <span className="text-ink-soft">{sentence(node)}</span>,
  },
  {
    id: "status",
    header: "Outcome",
    fit: "w-24",
    sortBy: ({ status }) => status,
    cell: ({ status }) => <Badge tone={TONES[status]}>{sentence(status)}</Badge>,
  },
  {
    id: "at",
    header: "When",
    fit: "w-28",
    isWide: true,
    sortBy: ({ at }) => at,
    cell: ({ at }) => <Time at={at} />,
  },
];
