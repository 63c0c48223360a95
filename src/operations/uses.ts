// Counts how often memories were handed out. Being read is worth counting, but no reader waits for the count and none
// fails for it: what is handed out in one turn of the process is written down together at its end.

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
/** What each tenant was handed in one turn, and when last. */
type Waiting = Map<string, Readonly<{ at: Timestamp; lines: Lines }>>;

export function countUses(memories: Pick<MemoryReader, "touch">, now: Clock): Uses {
  const waiting: Waiting = new Map();
  const state: { turn: Promise<void> | undefined; last: Promise<unknown> } = {
    turn: undefined,
    last: Promise.resolve(),
  };
  const write = async () => {
    const noted = [...waiting];
    waiting.clear();
    for (const [tenant, { at, lines }] of noted)
      await memories.touch(tenant, [...lines.values()], at).catch(() => undefined);
  };
  const atEndOfTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        state.turn = undefined;
        // A server may take a later turn's count before an earlier one's; both are waited for.
        state.last = Promise.all([state.last, write()]).then(() => resolve());
      });
    });
  return {
    note: (tenant, handed) => {
      if (handed.length === 0) return;
      const lines: Lines = waiting.get(tenant)?.lines ?? new Map();
      waiting.set(tenant, { at: now().toISOString(), lines });
      addTo(lines, handed);
      state.turn ??= atEndOfTurn();
    },
    settled: async () => {
      await state.turn;
      await state.last;
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
