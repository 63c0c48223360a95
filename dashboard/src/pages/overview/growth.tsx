// What was learned and what ended, day by day.

import { lazy, Suspense, useMemo } from "react";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/states.tsx";

const DayChart = lazy(async () => ({
  default: (await import("../../ui/day-chart.tsx")).DayChart,
}));

type PerDay = readonly Readonly<{ day: string; added: number; ended: number }>[];
const DAY_MS = 86_400_000;

export function Growth({ perDay, days }: Readonly<{ perDay: PerDay; days: number }>) {
  const { dates, series, summary } = useMemo(() => chartOf(perDay, days), [perDay, days]);
  return (
    <Card
      title="Learned and ended"
      note={`last ${days} days`}
      className="h-full"
      actions={series.map(({ name, dot }) => (
        <span key={name} className="flex items-center gap-1.5 text-ink-soft text-xs">
          <span aria-hidden className={`size-2 rounded-full ${dot}`} />
          {name}
        </span>
      ))}
    >
      <Suspense fallback={<Skeleton className="h-56" />}>
        <DayChart days={dates} series={series} summary={summary} />
      </Suspense>
    </Card>
  );
}

/** Days on which nothing happened are left out of the answer, and belong into a chart. */
function chartOf(perDay: PerDay, days: number) {
  const byDay = new Map(perDay.map((one) => [one.day, one]));
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(Date.now() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const added = dates.map((day) => byDay.get(day)?.added ?? 0);
  const ended = dates.map((day) => byDay.get(day)?.ended ?? 0);
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  return {
    dates,
    series: [
      { name: "Learned", colour: "--accent", dot: "bg-accent", values: added },
      { name: "Ended", colour: "--bad", dot: "bg-bad", values: ended },
    ],
    summary: `In the last ${days} days ${sum(added)} memories were learned and ${sum(ended)} ended.`,
  };
}
