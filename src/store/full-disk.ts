// Everything about a full disk: a reserve that lets deletes succeed, room checked before a file is rewritten, and
// writes refused after a failed sync.

import { randomFillSync } from "node:crypto";
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { MemoryError } from "../errors.ts";
import type { Change, ChangeSet } from "../model/change-set.ts";
import { summed } from "../model/own-value.ts";
import type { EraseTarget, Store } from "../ports/store.ts";
import { ifThere, sizeOf } from "./files/missing-file.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";
import { isFailedSync, isFileError, isStorageFull } from "./sqlite/sqlite-error.ts";

type Counts = Readonly<Record<string, number>>;

/** The disk that a store lies on. */
type Disk = Readonly<{
  reserve: DiskReserve;
  /** Checkpoints the WAL, which frees its space. */
  gatherLog: () => Promise<void>;
}>;

export function eraseOnFullDisk(store: Store, disk: Disk): Store {
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
    let counts: Counts = {};
    for (const half of halves(target)) counts = summed(counts, await erasePartByPart(half, erase));
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

// The reserve: a file of random bytes beside the database, deleted when the disk is full so that deletes succeed.

/** As long as SQLite lets its log become: with so much given back the log can always be gathered, which frees as much. */
const RESERVE_BYTES = 8_388_608;
const BLOCK_BYTES = 1_048_576;

interface DiskReserve {
  /** False when the disk has no room for it; the store then works without. */
  make(): boolean;
  /** Gives the room back. False when there was none. */
  release(): boolean;
  /** Whether less is free than is kept. */
  isLow(): boolean;
}

export function diskReserve(database: string): DiskReserve {
  const path = `${database}-reserve`;
  return {
    make: () => make(path),
    release: () => release(path),
    isLow: () => freeBytes(path) < RESERVE_BYTES,
  };
}

/** It never takes more than half of what is free: the store comes first. */
function make(path: string): boolean {
  if (sizeOfReserve(path) === RESERVE_BYTES) return true;
  try {
    if (freeBytes(path) < 2 * RESERVE_BYTES) return false;
    fill(path);
    return true;
  } catch (thrown) {
    if (!isFileError(thrown)) throw thrown;
    release(path);
    return false;
  }
}

function release(path: string): boolean {
  const isThere = sizeOfReserve(path) > 0;
  if (isThere) rmSync(path, { force: true });
  return isThere;
}

/** Of random bytes: a disk that compresses would keep no room for zeros. */
function fill(path: string): void {
  const block = randomFillSync(new Uint8Array(BLOCK_BYTES));
  const file = openSync(path, "w", 0o600);
  try {
    for (let at = 0; at < RESERVE_BYTES; )
      at += writeSync(file, block, 0, Math.min(BLOCK_BYTES, RESERVE_BYTES - at), at);
  } finally {
    closeSync(file);
  }
}

function sizeOfReserve(path: string): number {
  return ifThere(() => statSync(path).size) ?? 0;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

/**
 * After the disk failed to keep what was written, nothing more is written until the file is opened again: the system
 * may have dropped those pages, so that the next success would not mean that they are kept. Reading goes on.
 */
export function refuseAfterFailedSync(db: SqliteDatabase): SqliteDatabase {
  let failure: unknown;
  const noticing = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (thrown) {
      if (isFailedSync(thrown)) failure = thrown;
      throw thrown;
    }
  };
  return {
    ...db,
    read: (step) => noticing(() => db.read(step)),
    write: async (step) => {
      if (failure !== undefined) throw untrusted(failure);
      return noticing(() => db.write(step));
    },
  };
}

function untrusted(cause: unknown): MemoryError {
  return new MemoryError(
    "store_unavailable",
    "The disk failed to keep an earlier change, so no more is written to it. Close this store and open it again.",
    { cause },
  );
}

// What a full disk says of a file, as an error of ours; and whether a file can be written anew before anything is begun.

/** `EDQUOT`: the owner may have no more of a disk that is not full. */
const FULL: readonly unknown[] = ["ENOSPC", "EDQUOT"];

export async function orStorageFull<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (!FULL.includes(Reflect.get(Object(thrown), "code"))) throw thrown;
    throw new MemoryError("storage_full", "The disk is full; the files stay as they were.", {
      cause: thrown,
    });
  }
}

/** One file at a time is written anew beside the old one, so there must be room for the longest. */
export async function refuseWithoutRoom(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const bytes = await sizeOf(path);
    if (bytes === 0 || bytes <= (await freeBytesFor(path))) continue;
    throw new MemoryError(
      "storage_full",
      `The disk has no room to write ${path} anew (${bytes} bytes). Nothing was changed.`,
    );
  }
}

async function freeBytesFor(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}
