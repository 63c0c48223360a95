// Appends a batch of lines to several files so that a process that dies half way can be told from one that did not.
// Before anything is appended, a marker says how long each file was and which lines were to come. Who brings one of
// those lines again brings them because they were never acknowledged, so the files are first cut back.

import { hash } from "node:crypto";
import { mkdir, open, readFile, rm, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { FileLine } from "../../ports/store.ts";
import { replaceWhole, syncFolder } from "./lines.ts";
import { isMissing, sizeOf } from "./missing-file.ts";
import { safeName } from "./safe-name.ts";

const MARKER = ".batch";
const Marker = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  keys: z.array(z.string()),
});
type Marker = z.infer<typeof Marker>;

export const VAULT = "vault.jsonl";

export async function appendBatch(folder: string, lines: readonly FileLine[]): Promise<void> {
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
export async function forgetBatch(folder: string): Promise<void> {
  await rm(join(folder, MARKER), { force: true });
}

/** Numbers of rows are used again, so a line is known by all that it is. */
function keyOf({ seq, tenant, file, itemId, line }: FileLine): string {
  return hash("sha256", JSON.stringify([seq, tenant, file, itemId, line])).slice(0, 32);
}

function pathOf({ tenant, file }: FileLine): string {
  return file === "vault" ? VAULT : journalPath(tenant, file);
}

export function journalPath(tenant: string, day: string): string {
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
