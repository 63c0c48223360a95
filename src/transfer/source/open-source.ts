// Opens what is to be imported. A stream is first put into a folder of our own, since an archive is read from its end.

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MemoryError } from "../../errors.ts";
import type { ImportSource, SourceEntry, SourceFile } from "./source.ts";
import { zipEntries } from "./zip-entries.ts";

export type Given =
  | Readonly<{ path: string }>
  | Readonly<{ bytes: AsyncIterable<Uint8Array> }>
  /** A PostgreSQL database, as postgres://user@host/database. */
  | Readonly<{ url: string }>;

const HEAD_BYTES = 65_536;
const MAX_STAGED_BYTES = 4 * 1024 ** 3;
/** Small, so that none takes long to read, however it is made. */
const CHUNK_BYTES = 16_384;

export async function openSource(given: Given): Promise<ImportSource> {
  if ("url" in given) return serverAt(given.url);
  if ("path" in given) return openPath(given.path, async () => undefined);
  const folder = await mkdtemp(join(tmpdir(), "mneme-import-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "input");
    await pipeline(Readable.from(given.bytes), bounded(), createWriteStream(path, { mode: 0o600 }));
    return await openPath(path, remove);
  } catch (thrown) {
    await remove();
    throw thrown;
  }
}

/** Told from others by where it is, and by whom it is read; never by the password. */
function serverAt(url: string): ImportSource {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new MemoryError(
      "invalid_input",
      "An address must be written like postgres://user@host/database.",
    );
  const place = new URL(url);
  place.password = "";
  return {
    kind: "server",
    path: url,
    bytes: 0,
    fingerprint: createHash("sha256").update(`server ${place.href}`).digest("hex"),
    entries: noEntries,
    read: () => 0,
    close: async () => undefined,
  };
}

async function* noEntries(): AsyncGenerator<SourceEntry> {}

function bounded(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_STAGED_BYTES)
        done(new MemoryError("too_large", "What is to be imported is larger than 4 GiB."));
      else done(null, chunk);
    },
  });
}

async function openPath(path: string, close: () => Promise<void>): Promise<ImportSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new MemoryError("not_found", `There is no file or folder ${path}.`, { cause });
  });
  const head = found.isDirectory() ? new Uint8Array() : await headOf(path);
  const kind = found.isDirectory() ? "folder" : isZip(head) ? "zip" : "file";
  const meter = { bytes: 0 };
  const entries = { file: oneFile, folder: folderEntries, zip: zipEntries }[kind];
  return {
    kind,
    path,
    bytes: found.size,
    fingerprint: createHash("sha256").update(`${kind} ${found.size} `).update(head).digest("hex"),
    entries: () => metered(entries(path), meter),
    read: () => meter.bytes,
    close,
  };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05);
}

async function* oneFile(path: string): AsyncGenerator<SourceFile> {
  yield {
    type: "file",
    name: basename(path),
    chunks: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
  };
}

async function* metered(
  entries: AsyncIterable<SourceEntry>,
  meter: { bytes: number },
): AsyncGenerator<SourceEntry> {
  for await (const entry of entries)
    yield entry.type === "refused"
      ? entry
      : { ...entry, chunks: () => counted(entry.chunks(), meter) };
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  meter: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.bytes += chunk.length;
    yield chunk;
  }
}

// The files of a folder, by name. Links are not followed, so nothing outside the folder is read.

const MAX_DEPTH = 32;

async function* folderEntries(path: string): AsyncGenerator<SourceEntry> {
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
