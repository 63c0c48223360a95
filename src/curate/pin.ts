// Keeps a memory from being forgotten or archived by upkeep, or lets it go again.

import type { Memory } from "../model/memory.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { find } from "./find.ts";
import { revise } from "./revise.ts";

export type PinInput = Doing & Readonly<{ id: string }>;

export async function pin(input: PinInput, deps: CurateDeps): Promise<Memory> {
  return setPinned(input, true, deps);
}

export async function unpin(input: PinInput, deps: CurateDeps): Promise<Memory> {
  return setPinned(input, false, deps);
}

async function setPinned(input: PinInput, pinned: boolean, deps: CurateDeps): Promise<Memory> {
  return again(async () => {
    const memory = await find(input.viewer, input.id, deps);
    if (memory.pinned === pinned) return memory;
    const reason = pinned ? "pinned" : "unpinned";
    const change = revise(
      memory,
      { pinned },
      { at: deps.now().toISOString(), event: "UPDATE", reason },
    );
    await commit({ ...input, cause: "pin", changes: [change] }, deps);
    return change.memory;
  });
}
