// How a memory or a message becomes a line of context.

import { lazy } from "../../model/lazy.ts";
import type { Memory } from "../../model/memory.ts";
import type { NewMessage } from "../../model/message.ts";
import type { Hit } from "../hit.ts";
import type { ItemLine } from "../layout.ts";

/** `[kind] text`. */
export function kindLine(memory: Memory, section: string): ItemLine {
  const { id, kind, text } = memory;
  return { type: "line", section, item: "memory", id, label: kind, text };
}

/** A memory as its kind and text; a message in quotes, with who said it and when. */
export function hitLine(hit: Hit, section: string, now: Date): ItemLine {
  const { id, item, text, score: value } = hit;
  if (hit.item === "memory") return { ...kindLine(hit.memory, section), value };
  const label = messageLabel(hit.message, now);
  return { type: "line", section, item, id, label, text, isQuoted: true, value };
}

/** `Ben, 7 May`: who said it, and when. */
export function messageLabel({ author, at }: NewMessage, now: Date): string {
  return `${author.name}, ${dayOf(at, now)}`;
}

/** `7 May`, and with its year where that is another than now. */
function dayOf(at: string, now: Date): string {
  const date = new Date(at);
  const day = `${date.getUTCDate()} ${monthDay(at).slice(0, 3)}`;
  return date.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`;
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
