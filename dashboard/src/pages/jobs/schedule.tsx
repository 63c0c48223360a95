// What runs by itself, when it ran last and runs next, and a way to run it now after seeing what it would do.

import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { sentence } from "../../ui/memory-words.ts";
import type { Column } from "../../ui/sorted-table.ts";
import { Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { RunDialog } from "./run-dialog.tsx";

type Scheduled = Answer<"schedule">[number];

export function Schedule() {
  const schedule = useAsk("schedule", {});
  const [running, setRunning] = useState<string>();
  const columns = useMemo(() => [...COLUMNS, runColumn(setRunning)], []);
  return (
    <Card title="Schedule" isFlush>
      <Loaded query={schedule}>
        {(list) => (
          <DataTable
            label="Schedule"
            rows={list}
            columns={columns}
            idOf={({ job }) => job}
            className="max-h-[44rem]"
          />
        )}
      </Loaded>
      {running !== undefined && <RunDialog name={running} close={() => setRunning(undefined)} />}
    </Card>
  );
}

function runColumn(run: (name: string) => void): Column<Scheduled> {
  return {
    id: "run",
    header: "Run",
    isHeaderHidden: true,
    fit: "w-28",
    cell: ({ job }) => (
      <Button
        size="sm"
        aria-label={`Run ${job} now`}
        icon={<Play size={13} aria-hidden />}
        onClick={() => run(job)}
      >
        Run…
      </Button>
    ),
  };
}

const COLUMNS: readonly Column<Scheduled>[] = [
  {
    id: "job",
    header: "Job",
    sortBy: ({ job }) => job,
    cell: ({ job }) => <span className="font-medium">{sentence(job.replaceAll("-", " "))}</span>,
  },
  {
    id: "when",
    header: "When",
    fit: "w-32",
    isWide: true,
    cell: ({ when }) => <span className="text-ink-soft">{sentence(when)}</span>,
  },
  {
    id: "last",
    header: "Ran last",
    fit: "w-44",
    isWide: true,
    sortBy: ({ lastRun }) => lastRun ?? "",
    cell: ({ lastRun, lastOutcome }) =>
      lastRun === undefined ? (
        <span className="text-ink-faint">not yet</span>
      ) : (
        <span className="flex items-center gap-2">
          <Time at={lastRun} />
          {lastOutcome === "failed" && <Badge tone="bad">Failed</Badge>}
        </span>
      ),
  },
  {
    id: "next",
    header: "Next",
    fit: "w-28",
    sortBy: ({ nextRun }) => nextRun ?? "",
    cell: ({ nextRun }) =>
      nextRun === undefined ? (
        <span className="text-ink-faint">when asked</span>
      ) : (
        <Time at={nextRun} />
      ),
  },
];
