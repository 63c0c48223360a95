// The SQLite file of a source: the source itself, or the first one in a folder. In an archive there is none that could
// be opened.

import { join } from "node:path";
import type { ImportSource, SourceFile } from "./source.ts";

const MAGIC = "SQLite format 3\0";
const MAX_FILES = 10_000;
const NAME = /\.(?:db|db3|sqlite|sqlite3)$/i;

/** Its path. */
export async function sqliteIn(source: ImportSource): Promise<string | undefined> {
  if (source.kind === "zip") return undefined;
  const isFile = source.kind === "file";
  let looked = 0;
  for await (const entry of source.entries()) {
    looked += 1;
    if (looked > MAX_FILES) break;
    const mayBe = entry.type === "file" && (isFile || NAME.test(entry.name));
    if (mayBe && (await isSqlite(entry)))
      return isFile ? source.path : join(source.path, entry.name);
  }
  return undefined;
}

async function isSqlite({ chunks }: SourceFile): Promise<boolean> {
  let head = Buffer.alloc(0);
  for await (const chunk of chunks()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= MAGIC.length) break;
  }
  return head.subarray(0, MAGIC.length).toString("latin1") === MAGIC;
}
