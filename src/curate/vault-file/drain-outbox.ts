// Moves committed lines into their files. A line leaves the outbox only when it is on the disk, and the files take
// back what a dead process wrote of a batch it never finished, so none is lost and none is doubled.

import type { Files } from "../../ports/files.ts";
import type { Store } from "../../ports/store.ts";

const BATCH = 500;

/** How many lines were moved. */
export async function drainOutbox(store: Pick<Store, "files">, files: Files): Promise<number> {
  const [waiting] = await store.files.waiting(1);
  if (waiting === undefined) return 0;
  return files.exclusively(() => drainHeld(store, files));
}

/**
 * The same for a caller that already holds the folder. All lines there were when it began are moved; it does not wait
 * for writers to rest, who might never do so.
 */
export async function drainHeld(store: Pick<Store, "files">, files: Files): Promise<number> {
  for (let moved = 0; ; ) {
    const lines = await store.files.waiting(BATCH);
    if (lines.length > 0) {
      await files.append(lines);
      await store.files.written(lines);
      moved += lines.length;
    }
    if (lines.length < BATCH) return moved;
  }
}
