// Numbers by day as lines over time. Drawn on a canvas, so the figures are told in words beside it.

import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { colour } from "./canvas-colour.ts";
import "uplot/dist/uPlot.min.css";

export type Series = Readonly<{ name: string; colour: string; values: readonly number[] }>;

type ChartProps = Readonly<{
  days: readonly string[];
  series: readonly Series[];
  summary: string;
  height?: number;
}>;

export function DayChart({ days, series, summary, height = 220 }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const times = days.map((day) => Date.parse(day) / 1000);
    const data = [times, ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const plot = new uPlot(options(series, { width: element.clientWidth, height }), data, element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [days, series, height]);
  return (
    <figure>
      <div ref={frame} aria-hidden className="w-full overflow-hidden" style={{ height }} />
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  );
}

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

function dayLabels(_plot: uPlot, splits: readonly number[]): string[] {
  return splits.map((seconds) => DAY.format(seconds * 1000));
}

function options(
  series: readonly Series[],
  size: Readonly<{ width: number; height: number }>,
): uPlot.Options {
  const axis = {
    stroke: colour("--ink-faint"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "11px sans-serif",
  };
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.15)] } },
    axes: [
      { ...axis, grid: { show: false }, space: 80, size: 30, values: dayLabels },
      { ...axis, size: 40, incrs: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 10_000, 100_000] },
    ],
    series: [
      {},
      ...series.map(({ name, colour: variable }) => ({
        label: name,
        stroke: colour(variable),
        width: 0,
        fill: colour(variable),
        points: { show: false },
        ...(uPlot.paths.bars === undefined
          ? {}
          : { paths: uPlot.paths.bars({ size: [0.55, 18] }) }),
      })),
    ],
  };
}
