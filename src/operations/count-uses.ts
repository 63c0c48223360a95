// Counts how often memories were handed out, and what was asked. Being read is worth counting, but no reader waits for
// the count and none fails for it: what happens within a moment is written down together.

import type { Activity } from "../model/audit.ts";
import type { HandedOut, Timestamp } from "../model/memory.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import type { Clock } from "../ports/clock.ts";
import type { MemoryReader } from "../ports/store.ts";
import type { UpkeepStore } from "../ports/upkeep-store.ts";

export interface Uses {
  note(tenant: string, handed: readonly HandedOut[]): void;
  /** That somebody asked, for the events; never what. */
  asked(activity: Activity): void;
  /** Resolves when all that was noted is written, or could not be. */
  settled(): Promise<void>;
}

type Lines = Map<string, HandedOut>;

/** What each tenant was handed, and when last. */
type Waiting = Map<string, Readonly<{ at: Timestamp; lines: Lines }>>;

/** Written more often, every tenth search would wait for it. */
const MOMENT_MS = 50;

type Written = Pick<MemoryReader, "touch"> & Pick<UpkeepStore, "record">;

export function countUses(store: Written, now: Clock): Uses {
  let events: Activity[] = [];
  const waiting: Waiting = new Map();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async () => {
    const noted = [...waiting];
    const happened = events;
    waiting.clear();
    events = [];
    for (const [tenant, { at, lines }] of noted)
      await store.touch(tenant, [...lines.values()], at).catch(() => undefined);
    if (happened.length > 0) await store.record(happened).catch(() => undefined);
  };
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    // A server may take a later count before an earlier one; both are waited for.
    last = Promise.all([last, write()]);
  };
  return {
    note: (tenant, handed) => {
      if (handed.length === 0) return;
      const lines: Lines = waiting.get(tenant)?.lines ?? new Map();
      waiting.set(tenant, { at: now().toISOString(), lines });
      addTo(lines, handed);
      timer ??= setTimeout(writeNow, MOMENT_MS);
    },
    asked: (activity) => {
      events.push(activity);
      timer ??= setTimeout(writeNow, MOMENT_MS);
    },
    settled: async () => {
      if (timer !== undefined) writeNow();
      await last;
    },
  };
}

function addTo(lines: Lines, handed: readonly HandedOut[]): void {
  for (const one of handed) {
    const times = (lines.get(one.id)?.times ?? 0) + (one.times ?? 1);
    const { id, scored } = one;
    lines.set(id, scored === undefined ? { id, times } : { id, scored, times });
  }
}

type Searched = Readonly<{
  node: "hotpath" | "context";
  /** What came first, if anything did. */
  best: Readonly<{ id: string; item?: string; score?: number }> | undefined;
}>;
type Asking = Readonly<{ tenant: string; user?: string | undefined }>;
type Recording = Readonly<{ uses: Uses; writing: Readonly<{ now: Clock }> }>;

export function recordSearch(
  { tenant, user }: Asking,
  { node, best }: Searched,
  { uses, writing }: Recording,
): void {
  uses.asked({
    ...{ tenant, at: writing.now().toISOString(), node, op: "search" },
    status: best === undefined ? "skipped" : "ok",
    ...omitUndefined({ user, similarity: best?.score }),
  });
}
