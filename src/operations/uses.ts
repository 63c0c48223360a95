// Counts how often memories were handed out. Being read is worth counting, but no reader waits for the count and none
// fails for it: what is handed out within a moment is written down together.

import type { Timestamp } from "../model/memory.ts";
import type { HandedOut } from "../model/retrieval.ts";
import type { Clock } from "../ports/clock.ts";
import type { MemoryReader } from "../ports/store.ts";

export interface Uses {
  note(tenant: string, handed: readonly HandedOut[]): void;
  /** Resolves when all that was noted is written, or could not be. */
  settled(): Promise<void>;
}

type Lines = Map<string, HandedOut>;
/** What each tenant was handed, and when last. */
type Waiting = Map<string, Readonly<{ at: Timestamp; lines: Lines }>>;

/** Written more often, every tenth search would wait for it. */
const MOMENT_MS = 50;

export function countUses(memories: Pick<MemoryReader, "touch">, now: Clock): Uses {
  const waiting: Waiting = new Map();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async () => {
    const noted = [...waiting];
    waiting.clear();
    for (const [tenant, { at, lines }] of noted)
      await memories.touch(tenant, [...lines.values()], at).catch(() => undefined);
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
