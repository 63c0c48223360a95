// The files of a folder, by name. Links are not followed, so nothing outside the folder is read.

import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SourceEntry } from "./source.ts";

const MAX_DEPTH = 32;

export async function* folderEntries(path: string): AsyncGenerator<SourceEntry> {
  yield* below(path, "", 0);
}

async function* below(folder: string, prefix: string, depth: number): AsyncGenerator<SourceEntry> {
  const found = await readdir(folder, { withFileTypes: true });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`;
    const path = join(folder, entry.name);
    if (isHidden(entry.name)) continue;
    if (entry.isFile()) yield { type: "file", name, chunks: () => createReadStream(path) };
    else if (entry.isSymbolicLink()) yield { type: "refused", name, reason: "is a link" };
    else if (entry.isDirectory() && depth < MAX_DEPTH) yield* below(path, `${name}/`, depth + 1);
  }
}

/** Settings of the programs that made the folder, and files that are still being written. */
function isHidden(name: string): boolean {
  return name.startsWith(".") || name.endsWith(".tmp");
}
