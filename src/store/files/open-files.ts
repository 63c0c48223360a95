// The journals, snapshots and vault file: appended in batches under a lock on their folder, or no files at all.

import { createHash, hash, randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, truncate } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { Files } from "../../ports/files.ts";
import type { FileLine } from "../../ports/store.ts";
import { orStorageFull, refuseWithoutRoom } from "../full-disk.ts";
import { readOnly } from "../sqlite/sqlite-error.ts";
import { readLines, replaceWhole, rewriteLines, syncFolder } from "./lines.ts";
import { ifThere, isMissing, sizeOf } from "./missing-file.ts";

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
    exclusively: (action) => orStorageFull(() => withFolderLock(folder, action)),
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
      const isWritten = await orStorageFull(() => writeSnapshot(inFolder(tenant, SNAPSHOT), text));
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

// Appends a batch of lines to several files so that a process that dies half way can be told from one that did not.
// Before anything is appended, a marker says how long each file was and which lines were to come. Who brings one of
// those lines again brings them because they were never acknowledged, so the files are first cut back.

const MARKER = ".batch";
const Marker = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  keys: z.array(z.string()),
});
type Marker = z.infer<typeof Marker>;

const VAULT = "vault.jsonl";

async function appendBatch(folder: string, lines: readonly FileLine[]): Promise<void> {
  if (lines.length === 0) return;
  const keys = lines.map(keyOf);
  await takeBack(folder, new Set(keys));
  const byPath = new Map<string, FileLine[]>();
  for (const line of lines) {
    const path = pathOf(line);
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [line]);
    else known.push(line);
  }
  const files: Marker["files"] = [];
  for (const path of byPath.keys()) files.push({ path, size: await sizeOf(join(folder, path)) });
  await replaceWhole(join(folder, MARKER), JSON.stringify({ files, keys } satisfies Marker));
  for (const { path, size } of files)
    await append(join(folder, path), {
      size,
      text: textOf(byPath.get(path) ?? [], size),
    });
}

/** After a rewrite the lengths in the marker mean nothing any more. */
async function forgetBatch(folder: string): Promise<void> {
  await rm(join(folder, MARKER), { force: true });
}

/** Numbers of rows are used again, so a line is known by all that it is. */
function keyOf({ seq, tenant, file, itemId, line }: FileLine): string {
  return hash("sha256", JSON.stringify([seq, tenant, file, itemId, line])).slice(0, 32);
}

function pathOf({ tenant, file }: FileLine): string {
  return file === "vault" ? VAULT : journalPath(tenant, file);
}

function journalPath(tenant: string, day: string): string {
  return join(safeName(tenant), `${safeName(day)}.md`);
}

async function takeBack(folder: string, keys: ReadonlySet<string>): Promise<void> {
  const marker = await readMarker(folder);
  if (marker === undefined || !marker.keys.some((key) => keys.has(key))) return;
  for (const { path, size } of marker.files)
    if ((await sizeOf(join(folder, path))) > size) await truncate(join(folder, path), size);
}

/** The marker is replaced whole, so one that cannot be read is not ours. */
async function readMarker(folder: string): Promise<Marker | undefined> {
  try {
    return Marker.parse(JSON.parse(await readFile(join(folder, MARKER), "utf8")));
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

function textOf(lines: readonly FileLine[], size: number): string {
  const [first] = lines;
  const isNewJournal = size === 0 && first !== undefined && first.file !== "vault";
  const header = isNewJournal ? `# Journal of ${first.file}\n\n` : "";
  return header + lines.map(({ line }) => `${line}\n`).join("");
}

async function append(
  path: string,
  { size, text }: Readonly<{ size: number; text: string }>,
): Promise<void> {
  if (size === 0) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (size === 0) await syncFolder(dirname(path));
}

// One writer at a time in a folder, among all processes. The holder's mark stands in a lock file; a mark whose holder
// is gone is taken over.

const POLL_MS = 10;
const WAIT_MS = 30_000;
const BEAT_MS = 20_000;
/** A holder that has not beaten for so long is gone, whatever its process number says. */
const SILENT_MS = 120_000;
/** Taking over is a few synchronous calls; a guard older than this was left by a crash. */
const GUARD_MS = 10_000;

async function withFolderLock<T>(folder: string, action: () => Promise<T>): Promise<T> {
  const path = join(folder, ".lock");
  const mark = [process.pid, hostname(), randomUUID()].join(" ");
  await acquire(path, mark);
  const beat = setInterval(() => renew(path), BEAT_MS).unref();
  try {
    return await action();
  } finally {
    clearInterval(beat);
    if (ifThere(() => readFileSync(path, "utf8")) === mark) rmSync(path, { force: true });
  }
}

async function acquire(path: string, mark: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!createOnce(path, mark)) {
    if (isAbandoned(path)) takeAway(path);
    if (Date.now() > deadline)
      throw new MemoryError(
        "store_unavailable",
        "Another process has been writing to the memory folder for too long.",
      );
    await delay(POLL_MS);
  }
}

function createOnce(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    // A full disk takes the name and not the mark; left there, it would be nobody's lock.
    if (codeOf(thrown) === "ENOSPC" && isEmpty(path)) rmSync(path, { force: true });
    throw thrown;
  }
}

function isEmpty(path: string): boolean {
  return ifThere(() => statSync(path).size) === 0;
}

function renew(path: string): void {
  const now = new Date();
  ifThere(() => utimesSync(path, now, now));
}

function isAbandoned(path: string): boolean {
  const held = ifThere(() => ({ mark: readFileSync(path, "utf8"), at: statSync(path).mtimeMs }));
  if (held === undefined) return false;
  if (Date.now() - held.at > SILENT_MS) return true;
  const [pid, host] = held.mark.split(" ");
  if (host !== hostname()) return false;
  // A restarted container gives the same number to the next process: ours, but from before we started.
  if (Number(pid) === process.pid) return held.at < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

/** Under a guard, so that of two that found the lock abandoned the slower does not take the quicker one's new lock. */
function takeAway(path: string): void {
  const guard = `${path}.guard`;
  const guardAge = ifThere(() => Date.now() - statSync(guard).mtimeMs);
  if (guardAge !== undefined && guardAge > GUARD_MS) rmSync(guard, { force: true });
  if (!createOnce(guard, "")) return;
  if (isAbandoned(path)) rmSync(path, { force: true });
  rmSync(guard, { force: true });
}

function codeOf(thrown: unknown): unknown {
  return Reflect.get(Object(thrown), "code");
}

// Any text as one name of a folder or file: never a way out of the parent, never the same name for two texts, also
// where the disk folds case.

const MAX_LENGTH = 100;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export function safeName(text: string): string {
  const name = Array.from(Buffer.from(text, "utf8"), encoded).join("");
  if (name !== "" && name.length <= MAX_LENGTH && !DEVICE.test(name)) return name;
  // No encoded name holds a tilde, so a hash is never taken for one.
  return `~${createHash("sha256").update(text).digest("hex")}`;
}

function encoded(byte: number): string {
  const letter = String.fromCharCode(byte);
  return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, "0")}`;
}

/** A folder that is not there, for a store that keeps no files: nothing is written and nothing is found. */
export function noFiles(): Files {
  return {
    exclusively: (action) => action(),
    append: async () => undefined,
    readVault: nothing,
    rewriteVault: async () => 0,
    journalDays: async () => [],
    readJournal: nothing,
    rewriteJournal: async () => 0,
    refuseWithoutRoom: async () => undefined,
    writeSnapshot: async () => false,
    readSnapshot: async () => undefined,
    behindSnapshot: () => [],
  };
}

async function* nothing(): AsyncGenerator<string> {
  yield* [];
}
