// The next version of a memory, bound to the version it was decided on.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import type { HistoryEvent } from "../model/history.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { mayMove, type State } from "../model/state.ts";

type Why = Readonly<{ at: Timestamp; event: HistoryEvent; reason: string }>;

export function revise(
  memory: Memory,
  set: Partial<Memory>,
  { at, event, reason }: Why,
): Extract<Change, { type: "revise" }> {
  const next = { ...memory, ...set, version: memory.version + 1, updatedAt: at };
  return { type: "revise", memory: next, expect: memory.version, event, reason };
}

/** Refuses a move that the table of states does not allow. */
export function refuseMove(memory: Memory, to: State): void {
  if (mayMove(memory.state, to)) return;
  throw new MemoryError(
    "invalid_input",
    `Memory ${memory.id} is ${memory.state}, not to be ${to}.`,
    {
      details: { id: memory.id, state: memory.state },
    },
  );
}
