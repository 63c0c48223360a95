// The outbox: jobs that wait, run, or were given up after too many tries.

import { CircleCheck, RotateCw } from "lucide-react";
import { useMemo } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { SelectField } from "../../ui/field.tsx";
import { sentence } from "../../ui/memory-words.ts";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";

type Job = Answer<"jobs">[number];

const TONES: Readonly<Record<Job["state"], Tone>> = {
  queued: "info",
  running: "accent",
  done: "ok",
  dead: "bad",
};
const SHOWN = [
  { value: "open", label: "Waiting, running, given up" },
  { value: "dead", label: "Given up" },
  { value: "done", label: "Done" },
];
const STATES: Readonly<Record<string, Job["state"][]>> = {
  open: ["queued", "running", "dead"],
  dead: ["dead"],
  done: ["done"],
};

export function JobQueue() {
  const query = useQueryState();
  const shown = query.get("show") ?? "open";
  const jobs = useAsk("jobs", { states: STATES[shown] ?? ["dead"], limit: 1000 });
  const columns = useColumns();
  return (
    <Card
      title="Queue"
      isFlush
      actions={
        <SelectField
          label="Show"
          isLabelHidden
          options={SHOWN}
          value={shown}
          onChange={(event) => query.set({ show: event.target.value })}
        />
      }
    >
      <Loaded query={jobs}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<CircleCheck size={22} aria-hidden />} title="Nothing in the queue">
              {shown === "open" ? "Everything that was asked for is done." : "There is none."}
            </Empty>
          ) : (
            <DataTable
              label="Jobs"
              rows={list}
              columns={columns}
              idOf={({ id }) => id}
              className="max-h-[28rem]"
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function useColumns(): readonly Column<Job>[] {
  const toast = useToast();
  const { mutate } = useAct("retryJob", {
    done: ({ id }) => toast({ text: "Back in the queue", detail: `Job ${id}` }),
  });
  return useMemo(() => [...COLUMNS, retryColumn((id) => mutate({ id }))], [mutate]);
}

function retryColumn(retry: (id: string) => void): Column<Job> {
  return {
    id: "retry",
    header: "Retry",
    isHeaderHidden: true,
    fit: "w-28",
    cell: ({ id, state, name }) =>
      state === "dead" ? (
        <Button
          size="sm"
          aria-label={`Retry ${name}`}
          icon={<RotateCw size={13} aria-hidden />}
          onClick={() => retry(id)}
        >
          Retry
        </Button>
      ) : null,
  };
}

const COLUMNS: readonly Column<Job>[] = [
  {
    id: "name",
    header: "Job",
    sortBy: ({ name }) => name,
    cell: ({ name, key, lastError }) => (
      <div className="min-w-0">
        <p className="truncate font-medium">{sentence(name)}</p>
        <p className="truncate text-ink-faint text-xs">{lastError ?? key}</p>
      </div>
    ),
  },
  {
    id: "state",
    header: "State",
    fit: "w-24",
    sortBy: ({ state }) => state,
    cell: ({ state }) => (
      <Badge tone={TONES[state]}>{state === "dead" ? "Given up" : sentence(state)}</Badge>
    ),
  },
  {
    id: "attempts",
    header: "Tries",
    fit: "w-20",
    isWide: true,
    sortBy: ({ attempts }) => attempts,
    cell: ({ attempts }) => <span className="number">{attempts}</span>,
  },
  {
    id: "runAt",
    header: "Due",
    fit: "w-28",
    isWide: true,
    sortBy: ({ runAt }) => runAt,
    cell: ({ runAt }) => <Time at={runAt} />,
  },
];
