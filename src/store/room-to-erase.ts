// Lets what takes away go on when the disk is full, by giving up the room kept for it. Nothing else may use that room:
// until it can be kept again, whatever adds is refused.

import { MemoryError } from "../errors.ts";
import type { Change, ChangeSet } from "../model/change-set.ts";
import type { EraseTarget, Store } from "../ports/store.ts";
import type { Reserve } from "./reserve.ts";
import { isStorageFull } from "./sqlite-error.ts";

type Counts = Readonly<Record<string, number>>;

/** The disk that a store lies on. */
type Disk = Readonly<{
  reserve: Reserve;
  /** Moves the log into the database, which frees its room. */
  gatherLog: () => Promise<void>;
}>;

export function roomToErase(store: Store, disk: Disk): Store {
  const room = roomOf(disk);
  const erase = (tenant: string, target: EraseTarget, at: string) =>
    erasePartByPart(target, (part) => room.taking(() => store.upkeep.erase(tenant, part, at)));
  return {
    ...store,
    commit: async (...sets) => {
      if (sets.every(takesAway)) return room.taking(() => store.commit(...sets));
      room.refuseWhenGivenUp();
      return store.commit(...sets);
    },
    audit: {
      ...store.audit,
      append: async (act) => {
        // Its first step. What follows also rewrites files, which know nothing of the room kept here.
        if (act.act === "erase") await room.beReady();
        return store.audit.append(act);
      },
    },
    upkeep: {
      ...store.upkeep,
      erase,
      scrub: async () => {
        const isClean = await room.taking(() => store.upkeep.scrub());
        room.keepAgain();
        return isClean;
      },
    },
  };
}

function roomOf({ reserve, gatherLog }: Disk) {
  let isGivenUp = false;
  // The log first takes the room that it needs to be gathered, and with that frees its own. Left for later, the next
  // change would take it and there would be none to gather it with.
  const giveUp = async () => {
    if (reserve.release()) isGivenUp = true;
    await gatherLog().catch(unlessFull);
  };
  const keepAgain = () => {
    if (reserve.make()) isGivenUp = false;
  };
  return {
    keepAgain,
    beReady: async () => {
      if (reserve.isLow()) await giveUp();
    },
    refuseWhenGivenUp: () => {
      if (isGivenUp) keepAgain();
      if (isGivenUp)
        throw new MemoryError("storage_full", "The disk is full; only erasing has room left.");
    },
    taking: async <T>(act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } catch (thrown) {
        if (!isStorageFull(thrown)) throw thrown;
        await giveUp();
        return act();
      }
    },
  };
}

/** What does not fit into the log at once may fit half by half. The order stays: what was derived goes first. */
async function erasePartByPart(
  target: EraseTarget,
  erase: (target: EraseTarget) => Promise<Counts>,
): Promise<Counts> {
  try {
    return await erase(target);
  } catch (thrown) {
    const size = target.memories.length + target.messages.length;
    if (!isStorageFull(thrown) || size < 2) throw thrown;
    const counts: Record<string, number> = {};
    for (const half of halves(target))
      for (const [table, rows] of Object.entries(await erasePartByPart(half, erase)))
        counts[table] = (counts[table] ?? 0) + rows;
    return counts;
  }
}

function halves({ memories, messages, ...person }: EraseTarget): readonly EraseTarget[] {
  const half = Math.ceil((memories.length + messages.length) / 2);
  const early = Math.max(0, half - memories.length);
  return [
    { memories: memories.slice(0, half), messages: messages.slice(0, early) },
    { memories: memories.slice(half), messages: messages.slice(early), ...person },
  ];
}

/** A log that cannot be gathered yet may still take what is to be erased. */
function unlessFull(thrown: unknown): void {
  if (!isStorageFull(thrown)) throw thrown;
}

/** Erasing also brings back what a merge had put aside. */
function takesAway({ cause, changes }: ChangeSet): boolean {
  return cause === "erase" || (changes.some(ends) && !changes.some(adds));
}

function ends(change: Change): boolean {
  return (
    change.type === "purge" ||
    change.type === "withdraw" ||
    (change.type === "revise" && change.event === "DELETE")
  );
}

function adds({ type }: Change): boolean {
  return type === "create" || type === "keep" || type === "embed" || type === "propose";
}
