// Takes a memory out of use. It can be brought back for thirty days, unless it is to be gone at once.

import type { Change } from "../model/change-set.ts";
import type { Memory } from "../model/memory.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { find } from "./find.ts";
import { refuseMove, revise } from "./revise.ts";

export type ForgetInput = Doing & Readonly<{ id: string; purge: boolean; reason?: string }>;
export type Forgotten = Readonly<{ id: string; purgeAt?: string }>;

const RESTORABLE_DAYS = 30;
const DAY_MS = 86_400_000;

export async function forget(input: ForgetInput, deps: CurateDeps): Promise<Forgotten> {
  return again(async () => {
    const memory = await find(input.viewer, input.id, deps);
    const change = ending(memory, { ...input, reason: input.reason ?? "forgotten" }, deps);
    await commit({ ...input, cause: "forget", changes: [change] }, deps);
    const purgeAt = change.type === "revise" ? change.memory.purgeAt : undefined;
    return { id: memory.id, ...(purgeAt === undefined ? {} : { purgeAt }) };
  });
}

/** Softly, or for good. */
export function ending(
  memory: Memory,
  { purge, reason }: Readonly<{ purge: boolean; reason: string }>,
  { now }: Pick<CurateDeps, "now">,
): Extract<Change, { type: "revise" | "purge" }> {
  if (purge) {
    refuseMove(memory, "purged");
    return { type: "purge", id: memory.id, expect: memory.version, reason };
  }
  refuseMove(memory, "soft_deleted");
  const at = now();
  const purgeAt = new Date(at.getTime() + RESTORABLE_DAYS * DAY_MS).toISOString();
  return revise(
    memory,
    { state: "soft_deleted", purgeAt: memory.purgeAt ?? purgeAt },
    { at: at.toISOString(), event: "DELETE", reason },
  );
}
