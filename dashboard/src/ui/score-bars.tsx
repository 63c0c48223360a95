// Why something was found: each part of its score as a bar.

import { classes } from "./class-names.ts";
import { sentence } from "./memory-words.ts";

type BarsProps = Readonly<{ score: number; parts: Readonly<Record<string, number>> }>;

export function ScoreBars({ score, parts }: BarsProps) {
  const shown = Object.entries(parts).filter(([, value]) => value !== 0);
  const longest = Math.max(...shown.map(([, value]) => Math.abs(value)), 0.0001);
  return (
    <dl className="grid grid-cols-[7rem_1fr_3rem] items-center gap-x-3 gap-y-1 text-xs">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-soft">{sentence(name)}</dt>
          <div aria-hidden className="h-2 rounded-full bg-sunken">
            <div
              className={classes("h-full rounded-full", value < 0 ? "bg-bad" : "bg-accent")}
              style={{ width: `${(Math.abs(value) / longest) * 100}%` }}
            />
          </div>
          <dd className="number text-right text-ink-soft">{value.toFixed(3)}</dd>
        </div>
      ))}
      <dt className="border-line border-t pt-1 font-semibold">Score</dt>
      <div className="h-full border-line border-t" />
      <dd className="number border-line border-t pt-1 text-right font-semibold">
        {score.toFixed(3)}
      </dd>
    </dl>
  );
}
