// Reads a file line by line and replaces one whole. Only "\n" ends a line: text may hold every other separator.

import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { LineEdit } from "../../ports/files.ts";
import { isMissing } from "./missing-file.ts";

export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
      const lines = (rest + String(chunk)).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
  }
  if (rest !== "") yield rest;
}

const WRITTEN_AT_ONCE = 1_000;

/** How many lines were changed or dropped; when none was, the file stays as it is. */
export async function rewriteLines(path: string, edit: LineEdit): Promise<number> {
  if (!existsSync(path)) return 0;
  let changed = 0;
  async function* edited(): AsyncGenerator<string> {
    for await (const line of readLines(path)) {
      const kept = edit(line);
      if (kept !== line) changed += 1;
      if (kept !== undefined) yield kept;
    }
  }
  const temporary = `${path}.new`;
  await orRemoved(temporary, () => writeLines(temporary, edited()));
  if (changed === 0) await rm(temporary);
  else await takePlace(temporary, path);
  return changed;
}

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    let batch: string[] = [];
    for await (const line of lines) {
      batch.push(`${line}\n`);
      if (batch.length < WRITTEN_AT_ONCE) continue;
      await file.writeFile(batch.join(""));
      batch = [];
    }
    await file.writeFile(batch.join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A reader sees the old text or the new one, never a part, even if the power goes. */
export async function replaceWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  await orRemoved(temporary, () => writeWhole(temporary, text));
  await takePlace(temporary, path);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Half a copy is of no use, and on a full disk it would take the room that is left. */
async function orRemoved(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  }
}

async function takePlace(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** A new name is on the disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
