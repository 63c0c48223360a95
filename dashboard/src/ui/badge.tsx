// A word or a number in a small coloured frame.

import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

export type Tone = "plain" | "accent" | "ok" | "warn" | "bad" | "info";

const TONES: Readonly<Record<Tone, string>> = {
  plain: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
};

type BadgeProps = Readonly<{ tone?: Tone; children: ReactNode; title?: string; icon?: ReactNode }>;

export function Badge({ tone = "plain", children, title, icon }: BadgeProps) {
  return (
    <span
      title={title}
      className={classes(
        "number inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 font-medium text-2xs leading-5",
        TONES[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
