// Room kept on the disk beside a database file, so that erasing still works when the disk is full. It holds nothing.

import { randomFillSync } from "node:crypto";
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ifThere } from "./files/missing-file.ts";
import { isFileError } from "./sqlite-error.ts";

/** As long as SQLite lets its log become: with so much given back the log can always be gathered, which frees as much. */
const RESERVE_BYTES = 8_388_608;
const BLOCK_BYTES = 1_048_576;

export interface Reserve {
  /** False when the disk has no room for it; the store then works without. */
  make(): boolean;
  /** Gives the room back. False when there was none. */
  release(): boolean;
  /** Whether less is free than is kept. */
  isLow(): boolean;
}

export function reserveBeside(database: string): Reserve {
  const path = `${database}-reserve`;
  return {
    make: () => make(path),
    release: () => release(path),
    isLow: () => freeBytes(path) < RESERVE_BYTES,
  };
}

/** It never takes more than half of what is free: the store comes first. */
function make(path: string): boolean {
  if (sizeOf(path) === RESERVE_BYTES) return true;
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
  const isThere = sizeOf(path) > 0;
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

function sizeOf(path: string): number {
  return ifThere(() => statSync(path).size) ?? 0;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
