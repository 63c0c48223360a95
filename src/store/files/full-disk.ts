// What a full disk says of a file, as an error of ours; and whether a file can be written anew before anything is begun.

import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { MemoryError } from "../../errors.ts";
import { sizeOf } from "./missing-file.ts";

/** `EDQUOT`: the owner may have no more of a disk that is not full. */
const FULL: readonly unknown[] = ["ENOSPC", "EDQUOT"];

export async function orFull<T>(act: () => Promise<T>): Promise<T> {
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
    if (bytes === 0 || bytes <= (await freeBytes(path))) continue;
    throw new MemoryError(
      "storage_full",
      `The disk has no room to write ${path} anew (${bytes} bytes). Nothing was changed.`,
    );
  }
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}
