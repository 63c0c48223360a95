// The whole memory at a glance: how much there is, what was learned, what waits, and whether all is well.

import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Meter } from "../../ui/meter.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { Growth } from "./growth.tsx";
import { Health } from "./health.tsx";
import { Learned } from "./learned.tsx";
import { Recent } from "./recent.tsx";
import { Spending } from "./spending.tsx";
import { Tiles } from "./tiles.tsx";

const DAYS = 30;

export function OverviewPage() {
  const overview = useAsk("overview", { days: DAYS });
  return (
    <Page title="Overview" about="What it knows, what it learned lately, and how it is doing">
      <Loaded query={overview} loading={<OverviewSkeleton />}>
        {(data) => (
          <div className="space-y-4">
            <Tiles overview={data} />
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
              <div className="xl:col-span-2">
                <Growth perDay={data.perDay} days={DAYS} />
              </div>
              <Kinds counts={data.counts} />
            </div>
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
              <div className="xl:col-span-2">
                <Learned memories={data.learned} />
              </div>
              <div className="space-y-4">
                <Health overview={data} />
                <Spending tokens={data.tokens} />
                <Recent />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Kinds({ counts }: Readonly<{ counts: Answer<"overview">["counts"] }>) {
  const active = counts
    .filter(({ state }) => state === "active")
    .toSorted((a, b) => b.count - a.count);
  const most = active[0]?.count ?? 1;
  return (
    <Card title="Active by kind" className="h-full">
      <ul className="space-y-3">
        {active.map(({ kind, count }) => (
          <li key={kind} className="space-y-1.5">
            <a
              href={`#/memories?kind=${encodeURIComponent(kind)}`}
              className="flex justify-between text-sm hover:text-accent"
            >
              <span>{sentence(kind)}</span>
              <span className="number text-ink-soft">{count.toLocaleString()}</span>
            </a>
            <Meter value={count / most} />
          </li>
        ))}
        {active.length === 0 && <li className="text-ink-faint text-sm">Nothing yet.</li>}
      </ul>
    </Card>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
        {["a", "b", "c", "d", "e"].map((key) => (
          <Skeleton key={key} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-72" />
      <Skeleton className="h-64" />
    </div>
  );
}
