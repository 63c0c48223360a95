// Brings a memory back into use: one that was forgotten, archived, replaced, disputed or had run out.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { embed } from "./embed.ts";
import { find } from "./find.ts";
import { refuseMove } from "./revise.ts";

export type RestoreInput = Doing & Readonly<{ id: string }>;

export async function restore(input: RestoreInput, deps: CurateDeps): Promise<Memory> {
  return again(async () => {
    const memory = await find(input.viewer, input.id, deps);
    if (memory.state === "active") return memory;
    const change = restoring(memory, "restored", deps.now().toISOString());
    const changes = [change, await embed(change.memory, deps)];
    await commit({ ...input, cause: "restore", changes }, deps);
    return change.memory;
  });
}

/** Active again, without the marks of its end. */
export function restoring(
  memory: Memory,
  reason: string,
  at: Timestamp,
): Extract<Change, { type: "revise" }> {
  refuseMove(memory, "active");
  const { supersededBy, purgeAt, validTo, expiresAt, ...rest } = memory;
  if (purgeAt !== undefined && purgeAt <= at)
    throw new MemoryError("invalid_input", `The time to restore memory ${memory.id} is over.`);
  const next: Memory = {
    ...rest,
    // What was replaced got its end from the replacement; an end that someone gave it stays.
    ...(validTo === undefined || supersededBy !== undefined ? {} : { validTo }),
    ...(expiresAt === undefined || expiresAt <= at ? {} : { expiresAt }),
    state: "active",
    version: memory.version + 1,
    updatedAt: at,
  };
  return { type: "revise", memory: next, expect: memory.version, event: "RESTORE", reason };
}
