// What models took in tokens: today against the budget, and by day where there is something to show.

import { lazy, Suspense, useMemo } from "react";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Card } from "../../ui/card.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Skeleton } from "../../ui/states.tsx";

const DayChart = lazy(async () => ({
  default: (await import("../../ui/day-chart.tsx")).DayChart,
}));

export function Spending({ tokens }: Readonly<{ tokens: Answer<"overview">["tokens"] }>) {
  const { today, budget } = tokens;
  const share = budget === 0 ? 0 : today / budget;
  const { data = [] } = useAsk("usage", { days: 14 });
  return (
    <Card title="Model tokens" note="today">
      <p className="number mb-2 flex items-baseline justify-between text-sm">
        <span className="font-semibold text-lg">{today.toLocaleString()}</span>
        <span className="text-ink-faint">of {budget.toLocaleString()}</span>
      </p>
      <Meter value={share} tone={share > 0.9 ? "bad" : share > 0.7 ? "warn" : "accent"} />
      {data.length === 0 ? (
        <p className="mt-3 text-ink-faint text-xs">
          No model was asked lately; the built-in rules cost nothing.
        </p>
      ) : (
        <div className="mt-4">
          <UsageChart usage={data} />
        </div>
      )}
    </Card>
  );
}

function UsageChart({ usage }: Readonly<{ usage: Answer<"usage"> }>) {
  const { days, series, total } = useMemo(() => {
    const byDay = new Map<string, number>();
    for (const { day, input, output } of usage)
      byDay.set(day, (byDay.get(day) ?? 0) + input + output);
    const sorted = [...byDay].toSorted(([a], [b]) => a.localeCompare(b));
    const values = sorted.map(([, tokens]) => tokens);
    return {
      days: sorted.map(([day]) => day),
      series: [{ name: "Tokens", colour: "--accent", values }],
      total: values.reduce((sum, one) => sum + one, 0),
    };
  }, [usage]);
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <DayChart
        days={days}
        series={series}
        height={130}
        summary={`${total} tokens in the last two weeks.`}
      />
    </Suspense>
  );
}
