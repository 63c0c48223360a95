// A share of a whole as a bar; the number itself stands beside it, so readers of screens miss nothing.

import { classes } from "./class-names.ts";

const TONES = { accent: "bg-accent", ok: "bg-ok", warn: "bg-warn", bad: "bg-bad" } as const;

type MeterProps = Readonly<{ value: number; tone?: keyof typeof TONES }>;

export function Meter({ value, tone = "accent" }: MeterProps) {
  const share = Math.max(0, Math.min(1, value));
  return (
    <div aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-sunken">
      <div
        className={classes("h-full rounded-full motion-safe:transition-[width]", TONES[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
