// Finds the memories an act is about, in whatever state they are, as far as whoever acts may see them.

import { MemoryError } from "../errors.ts";
import type { MemoryFilter } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import { STATES, type State } from "../model/state.ts";
import type { Viewer } from "../model/viewer.ts";
import type { CurateDeps } from "./doing.ts";

type Reading = Pick<CurateDeps, "store" | "now">;

export async function find(viewer: Viewer, id: string, deps: Reading): Promise<Memory> {
  const look = { now: deps.now().toISOString(), states: STATES };
  const memory = await deps.store.memories.get(viewer, id, look);
  if (memory === undefined)
    throw new MemoryError("not_found", `There is no memory ${id}.`, { details: { id } });
  return memory;
}

const PAGE = 500;

/** Every memory that matches, a page at a time. */
export async function* findAll(
  viewer: Viewer,
  { filter, states }: Readonly<{ filter: MemoryFilter; states: readonly State[] }>,
  deps: Reading,
): AsyncGenerator<Memory> {
  const look = { now: deps.now().toISOString(), states };
  let after: string | undefined;
  while (true) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const found = await deps.store.memories.list(viewer, { filter, look, page });
    yield* found;
    after = found.at(-1)?.id;
    if (found.length < PAGE || after === undefined) return;
  }
}
