// Counts how often memories were handed out. Being read is worth counting, but no reader waits for the count and none
// fails for it: what is handed out in one turn of the process is written down together at its end.

import type { HandedOut } from "../model/retrieval.ts";
import type { Clock } from "../ports/clock.ts";
import type { MemoryReader } from "../ports/store.ts";

export interface Uses {
  note(tenant: string, handed: readonly HandedOut[]): void;
  /** Resolves when all that was noted is written, or could not be. */
  settled(): Promise<void>;
}

type Waiting = Map<string, Map<string, HandedOut>>;

export function countUses(memories: Pick<MemoryReader, "touch">, now: Clock): Uses {
  const waiting: Waiting = new Map();
  const state: { turn: Promise<void> | undefined; last: Promise<unknown> } = {
    turn: undefined,
    last: Promise.resolve(),
  };
  const write = async () => {
    const at = now().toISOString();
    const noted = [...waiting];
    waiting.clear();
    for (const [tenant, handed] of noted)
      await memories.touch(tenant, [...handed.values()], at).catch(() => undefined);
  };
  const atEndOfTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        state.turn = undefined;
        state.last = write().then(resolve);
      });
    });
  return {
    note: (tenant, handed) => {
      if (handed.length === 0) return;
      addTo(waiting, tenant, handed);
      state.turn ??= atEndOfTurn();
    },
    settled: async () => {
      await state.turn;
      await state.last;
    },
  };
}

function addTo(waiting: Waiting, tenant: string, handed: readonly HandedOut[]): void {
  const known = waiting.get(tenant) ?? new Map<string, HandedOut>();
  waiting.set(tenant, known);
  for (const one of handed) {
    const times = (known.get(one.id)?.times ?? 0) + (one.times ?? 1);
    known.set(one.id, { ...one, times });
  }
}
