// How a memory becomes a line of context.

import { lazy } from "../../model/lazy.ts";
import type { Memory } from "../../model/memory.ts";
import type { ItemLine } from "../layout.ts";

/** `[kind] text`. */
export function kindLine(memory: Memory, section: string): ItemLine {
  const { id, kind, text } = memory;
  return { type: "line", section, item: "memory", id, label: kind, text };
}

type Bullet = Readonly<{ section: string; label?: string; before?: string; after?: string }>;

/** `- text`; what stands before and after is already safe to print. */
export function bulletLine(
  { id, text }: Memory,
  { section, label = "", before = "", after = "" }: Bullet,
): ItemLine {
  return { type: "line", section, item: "memory", id, label, text, before: `- ${before}`, after };
}

const MONTH_DAY = lazy(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }),
);

/** `Feb 23`. */
export function monthDay(at: string): string {
  return MONTH_DAY().format(new Date(at));
}
