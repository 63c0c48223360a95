// Moves the checkpoints of one store into another, as from memory to PostgreSQL. Nothing is lost: the source keeps its
// own, and running it again changes nothing.

import { MemoryError } from "../errors.ts";
import type { CheckpointStore } from "../ports/store.ts";

const PAGE = 200;

/** How many were copied, each read back and found equal. */
export async function moveCheckpoints(from: CheckpointStore, to: CheckpointStore): Promise<number> {
  let moved = 0;
  for (let page = await from.page({ limit: PAGE }); page.length > 0; ) {
    for (const { tenant, user, thread, data, updatedAt } of page) {
      const key = { tenant, user, thread };
      await to.save(key, data, updatedAt);
      const found = await to.load(key);
      if (JSON.stringify(found?.data) !== JSON.stringify(data))
        throw new MemoryError(
          "internal",
          `The checkpoint of ${user} in ${thread} did not arrive whole.`,
        );
      moved += 1;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    page = await from.page({ after: last, limit: PAGE });
  }
  return moved;
}
