// A moment as people read it: how long ago, with the local time and UTC on hover.

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const STEPS: readonly (readonly [
  limitSeconds: number,
  unit: Intl.RelativeTimeFormatUnit,
  seconds: number,
])[] = [
  [60, "second", 1],
  [3_600, "minute", 60],
  [86_400, "hour", 3_600],
  [2_592_000, "day", 86_400],
  [31_536_000, "month", 2_592_000],
  [Number.POSITIVE_INFINITY, "year", 31_536_000],
];

export function ago(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  if (Math.abs(seconds) < 45) return "just now";
  const step = STEPS.find(([limit]) => Math.abs(seconds) < limit);
  return step === undefined ? at : RELATIVE.format(Math.round(seconds / step[2]), step[1]);
}

export function localTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : LOCAL.format(date);
}

export function localDay(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : DAY.format(date);
}

function localClock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : CLOCK.format(date);
}

type TimeProps = Readonly<{ at: string; show?: "ago" | "time" | "day" | "clock" }>;

const SHOWN = {
  ago: (at: string) => ago(at),
  time: localTime,
  day: localDay,
  clock: localClock,
} as const;

export function Time({ at, show = "ago" }: TimeProps) {
  return (
    <time dateTime={at} title={`${localTime(at)} · ${at}`} className="number whitespace-nowrap">
      {SHOWN[show](at)}
    </time>
  );
}
