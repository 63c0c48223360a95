// Takes everything that came from one author out of use at once, with all that was derived from it, and puts it back.

import type { Memory, Timestamp } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { descendants, resting } from "./erase/closure.ts";
import { restoring } from "./restore.ts";
import { revise } from "./revise.ts";

export type QuarantineInput = Doing &
  Readonly<{
    author: string;
    /** What was said before this stays in use. */
    since: Timestamp;
    /** Says what would go, and changes nothing. */
    dryRun?: boolean;
  }>;
type Deps = Pick<CurateDeps, "store" | "now">;

const QUARANTINED_TAG = "quarantined";

/** The ids that are out of use now, all of them in one transaction. */
export async function quarantine(input: QuarantineInput, deps: Deps): Promise<readonly string[]> {
  return again(async () => {
    const affected = (await cameFrom(input, deps)).filter(({ state }) => state === "active");
    const at = deps.now().toISOString();
    const changes = affected.map((memory) =>
      revise(
        memory,
        { state: "archived", tags: [...memory.tags, QUARANTINED_TAG] },
        { at, event: "UPDATE", reason: "quarantined" },
      ),
    );
    if (input.dryRun !== true) await commit({ ...input, cause: "quarantine", changes }, deps);
    return affected.map(({ id }) => id);
  });
}

/** The ids that are in use again. */
export async function release(input: QuarantineInput, deps: Deps): Promise<readonly string[]> {
  return again(async () => {
    const held = (await cameFrom(input, deps)).filter(
      ({ state, tags }) => state === "archived" && tags.includes(QUARANTINED_TAG),
    );
    const changes = held.map((memory) => {
      const tags = memory.tags.filter((tag) => tag !== QUARANTINED_TAG);
      return restoring({ ...memory, tags }, "released", deps.now().toISOString());
    });
    await commit({ ...input, cause: "release", changes }, deps);
    return held.map(({ id }) => id);
  });
}

async function cameFrom(
  { viewer, author, since }: QuarantineInput,
  deps: Deps,
): Promise<readonly Memory[]> {
  const { tenant } = viewer;
  const query = { author, limit: Number.MAX_SAFE_INTEGER };
  const said = await deps.store.messages.list(hostViewer(tenant), query);
  const ids = said.filter(({ at }) => at >= since).map(({ id }) => id);
  return descendants(tenant, await resting(tenant, { item: "message", ids }, deps), deps);
}
