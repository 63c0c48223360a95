// Undoes a merge: the originals are in use again, and what took their place is forgotten.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import type { Memory } from "../model/memory.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { embed } from "./embed.ts";
import { find } from "./find.ts";
import { ending } from "./forget.ts";
import { replacedBy } from "./replaced-by.ts";
import { restoring } from "./restore.ts";

export type UnmergeInput = Doing & Readonly<{ id: string }>;

export async function unmerge(input: UnmergeInput, deps: CurateDeps): Promise<readonly Memory[]> {
  return again(async () => {
    const merged = await find(input.viewer, input.id, deps);
    const originals = await replacedBy(merged, deps.store);
    if (originals.length === 0)
      throw new MemoryError("invalid_input", `Memory ${merged.id} is not the result of a merge.`);
    const back = originals.map((original) =>
      restoring(original, `unmerged from ${merged.id}`, deps.now().toISOString()),
    );
    const changes: Change[] = [ending(merged, { purge: false, reason: "unmerged" }, deps), ...back];
    for (const { memory } of back) changes.push(await embed(memory, deps));
    await commit({ ...input, cause: "unmerge", changes }, deps);
    return back.map((change) => change.memory);
  });
}
