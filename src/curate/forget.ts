// Takes memories out of use, one or many, for thirty days or for good, and brings them back.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import type { Kind } from "../model/kinds.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { mayMove, STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  embed,
  find,
  refuseMove,
  retryOnConflict,
  revise,
} from "./actor-context.ts";
import { descendants, resting } from "./erase/closure.ts";

type ForgetInput = ActorContext & Readonly<{ id: string; purge: boolean; reason?: string }>;
export type Forgotten = Readonly<{ id: string; purgeAt?: string }>;

const DAY_MS = 86_400_000;

export async function forget(input: ForgetInput, deps: CurateDeps): Promise<Forgotten> {
  return retryOnConflict(async () => {
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
  { now, restorableDays }: Pick<CurateDeps, "now" | "restorableDays">,
): Extract<Change, { type: "revise" | "purge" }> {
  if (purge) {
    refuseMove(memory, "purged");
    return { type: "purge", id: memory.id, expect: memory.version, reason };
  }
  refuseMove(memory, "soft_deleted");
  const at = now();
  const purgeAt = new Date(at.getTime() + restorableDays * DAY_MS).toISOString();
  return revise(
    memory,
    { state: "soft_deleted", purgeAt: memory.purgeAt ?? purgeAt },
    { at: at.toISOString(), event: "DELETE", reason },
  );
}

// Forgets many memories in one transaction, after looking them all up once.

type BulkDeleteInput = ActorContext &
  Readonly<{ ids: readonly string[]; purge: boolean; dryRun?: boolean }>;
export type BulkDeleted = Readonly<{
  deleted: readonly string[];
  /** Unknown, out of sight, or deleted already. */
  missing: readonly string[];
}>;

export async function bulkDelete(input: BulkDeleteInput, deps: CurateDeps): Promise<BulkDeleted> {
  const ids = [...new Set(input.ids)];
  const to = input.purge ? "purged" : "soft_deleted";
  return retryOnConflict(async () => {
    const found = await deps.store.memories.list(input.viewer, {
      filter: { ids },
      look: { now: deps.now().toISOString(), states: STATES },
      page: { limit: ids.length },
    });
    const ended = found.filter((memory) => memory.state !== to && mayMove(memory.state, to));
    const changes = ended.map((memory) =>
      ending(memory, { purge: input.purge, reason: "deleted with others" }, deps),
    );
    if (input.dryRun !== true) await commit({ ...input, cause: "bulk_delete", changes }, deps);
    const deleted = ids.filter((id) => ended.some((memory) => memory.id === id));
    return { deleted, missing: ids.filter((id) => !deleted.includes(id)) };
  });
}

// Archives what a subject has above the cap of its kind: the newest stay in use, the rest stay in the store.

type Deps = Pick<CurateDeps, "store" | "now">;
type ArchiveInput = ActorContext & Readonly<{ kind: Kind; subject: string; keep: number }>;

const AT_ONCE = 200;

/** How many were archived. */
export async function archiveBeyond(input: ArchiveInput, deps: Deps): Promise<number> {
  let archived = 0;
  while (true) {
    const count = await retryOnConflict(() => archiveSome(input, deps));
    archived += count;
    if (count < AT_ONCE) return archived;
  }
}

async function archiveSome(input: ArchiveInput, deps: Deps): Promise<number> {
  const { viewer, kind, subject, keep } = input;
  const query = { kind, subject, keep, tenant: viewer.tenant, limit: AT_ONCE };
  const beyond = await deps.store.upkeep.beyond(query);
  const reason = `beyond the newest ${keep}`;
  const changes = beyond.map((memory) =>
    revise(
      memory,
      { state: "archived" },
      { at: deps.now().toISOString(), event: "UPDATE", reason },
    ),
  );
  await commit({ ...input, cause: "archive", changes }, deps);
  return beyond.length;
}

// Brings a memory back into use: one that was forgotten, archived, replaced, disputed or had run out.

type RestoreInput = ActorContext & Readonly<{ id: string }>;

export async function restore(input: RestoreInput, deps: CurateDeps): Promise<Memory> {
  return retryOnConflict(async () => {
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

// Takes everything that came from one author out of use at once, with all that was derived from it, and puts it back.

type QuarantineInput = ActorContext &
  Readonly<{
    author: string;
    /** What was said before this stays in use. */
    since: Timestamp;
    /** Says what would go, and changes nothing. */
    dryRun?: boolean;
  }>;
type QuarantineDeps = Pick<CurateDeps, "store" | "now">;

const QUARANTINED_TAG = "quarantined";

/** The ids that are out of use now, all of them in one transaction. */
export async function quarantine(
  input: QuarantineInput,
  deps: QuarantineDeps,
): Promise<readonly string[]> {
  return retryOnConflict(async () => {
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
export async function release(
  input: QuarantineInput,
  deps: QuarantineDeps,
): Promise<readonly string[]> {
  return retryOnConflict(async () => {
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
  deps: QuarantineDeps,
): Promise<readonly Memory[]> {
  const { tenant } = viewer;
  const query = { author, limit: Number.MAX_SAFE_INTEGER };
  const said = await deps.store.messages.list(hostViewer(tenant), query);
  const ids = said.filter(({ at }) => at >= since).map(({ id }) => id);
  return descendants(tenant, await resting(tenant, { item: "message", ids }, deps), deps);
}
