// The memory folder on a disk: `vault.jsonl`, and for each tenant a folder with its journals and its snapshot.

import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "../../ports/files.ts";
import { readOnly } from "../unwritable-file.ts";
import { appendBatch, forgetBatch, journalPath, VAULT } from "./append-batch.ts";
import { withFolderLock } from "./folder-lock.ts";
import { orFull, refuseWithoutRoom } from "./full-disk.ts";
import { readLines, replaceWhole, rewriteLines } from "./lines.ts";
import { isMissing } from "./missing-file.ts";
import { safeName } from "./safe-name.ts";

const SNAPSHOT = "MEMORY.md";
const JOURNAL = /^(\d{4}-\d{2}-\d{2})\.md$/;

/** A tenant that is never quiet has its snapshot written after so many times the quiet that others wait for. */
const LONGEST = 20;
/** After a snapshot the next waits for so many times as long as that one took: a large tenant's takes a second. */
const REST = 20;

export async function openFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return filesIn(folder);
}

/** Beside a database that can only be read. Whatever appends or rewrites asks to be alone first. */
export function openFilesForReading(folder: string): Files {
  const refuse = () => Promise.reject(readOnly());
  return { ...filesIn(folder), exclusively: refuse, writeSnapshot: refuse };
}

function filesIn(folder: string): Files {
  const inFolder = (tenant: string, name: string) => join(folder, safeName(tenant), name);
  /** When the first and the last of a tenant's lines came in that its snapshot does not know of. */
  const behind = new Map<string, Readonly<{ first: number; last: number }>>();
  const restsUntil = new Map<string, number>();
  const fallBehind = (tenant: string) => {
    const last = performance.now();
    behind.set(tenant, { first: behind.get(tenant)?.first ?? last, last });
  };
  const rewrite = async (path: string, edit: (line: string) => string | undefined) => {
    await forgetBatch(folder);
    return rewriteLines(path, edit);
  };
  return {
    exclusively: (action) => orFull(() => withFolderLock(folder, action)),
    append: (lines) => {
      for (const { tenant } of lines) fallBehind(tenant);
      return appendBatch(folder, lines);
    },
    readVault: () => readLines(join(folder, VAULT)),
    rewriteVault: (edit) => rewrite(join(folder, VAULT), edit),
    journalDays: (tenant) => journalDays(join(folder, safeName(tenant))),
    readJournal: (tenant, day) => readLines(join(folder, journalPath(tenant, day))),
    rewriteJournal: ({ tenant, day }, edit) => {
      fallBehind(tenant);
      return rewrite(join(folder, journalPath(tenant, day)), edit);
    },
    refuseWithoutRoom: (journals) =>
      refuseWithoutRoom([
        join(folder, VAULT),
        ...journals.flatMap(({ tenant, day }) => [
          join(folder, journalPath(tenant, day)),
          inFolder(tenant, SNAPSHOT),
        ]),
      ]),
    writeSnapshot: async (tenant, text, tookMs = 0) => {
      const isWritten = await orFull(() => writeSnapshot(inFolder(tenant, SNAPSHOT), text));
      behind.delete(tenant);
      restsUntil.set(tenant, performance.now() + REST * tookMs);
      return isWritten;
    },
    readSnapshot: (tenant) => readIfThere(inFolder(tenant, SNAPSHOT)),
    behindSnapshot: (quietMs) => {
      const now = performance.now();
      return [...behind].flatMap(([tenant, { first, last }]) => {
        const isQuiet = now - last >= quietMs || now - first >= LONGEST * quietMs;
        const isRested = quietMs === 0 || now >= (restsUntil.get(tenant) ?? 0);
        return isQuiet && isRested ? [tenant] : [];
      });
    },
  };
}

async function journalDays(folder: string): Promise<readonly string[]> {
  try {
    const days = (await readdir(folder)).map((name) => JOURNAL.exec(name)?.[1]);
    return days.filter((day) => day !== undefined).sort();
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

async function writeSnapshot(path: string, text: string): Promise<boolean> {
  if ((await readIfThere(path)) === text) return false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceWhole(path, text);
  return true;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
