// The files of an archive, read one after the other out of it. A name that would lead elsewhere, a link, a size that
// cannot be true: each is refused by itself, and the rest is read.

import { stat } from "node:fs/promises";
import yauzl from "yauzl";
import { MemoryError } from "../../errors.ts";
import type { RefusedFile, SourceEntry } from "./source.ts";

const MAX_ENTRIES = 100_000;
const MAX_ENTRY_BYTES = 4 * 1024 ** 3;
/** Text shrinks to a tenth or so; what grows a thousandfold is made to. */
const MAX_RATIO = 200;
/** Below this, how much it grows does not matter. */
const HARMLESS_BYTES = 16 * 1024 ** 2;
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

export async function* zipEntries(path: string): AsyncGenerator<SourceEntry> {
  const archive = await opened(path);
  const { size } = await stat(path);
  const most = Math.max(HARMLESS_BYTES, size * MAX_RATIO);
  let total = 0;
  let count = 0;
  try {
    for await (const entry of entriesOf(archive)) {
      count += 1;
      if (count > MAX_ENTRIES) {
        yield refused("archive", `holds more than ${MAX_ENTRIES} files`);
        return;
      }
      const name = nameOf(entry);
      if (name.endsWith("/")) continue;
      const reason = faultOf(entry, name) ?? (total + entry.uncompressedSize > most ? BOMB : "");
      if (reason !== "") yield refused(name, reason);
      else {
        total += entry.uncompressedSize;
        yield { type: "file", name, chunks: () => bytesOf(archive, entry) };
      }
    }
  } finally {
    archive.close();
  }
}

const BOMB = "grows far beyond what such text does";

function refused(name: string, reason: string): RefusedFile {
  return { type: "refused", name, reason };
}

/** Names are checked here and not by the library, which would give up the whole archive for one of them. */
async function opened(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
  return yauzl.openPromise(path, options).catch((cause: unknown) => {
    throw new MemoryError("invalid_input", "The archive cannot be read.", { cause });
  });
}

async function* entriesOf(archive: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  try {
    yield* archive.eachEntry();
  } catch (cause) {
    throw cause instanceof MemoryError
      ? cause
      : new MemoryError("invalid_input", "The archive is damaged.", { cause });
  }
}

function nameOf(entry: yauzl.Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

function faultOf(entry: yauzl.Entry, name: string): string | undefined {
  if (yauzl.validateFileName(name) !== null) return "has a name that leads outside the archive";
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return "is a link";
  if (entry.isEncrypted()) return "is encrypted";
  if (!entry.canDecodeFileData()) return "is compressed in a way that is not known";
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > MAX_ENTRY_BYTES) return "says that it is larger than 4 GiB";
  const isBomb = uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
  return isBomb ? BOMB : undefined;
}

/** The library stops an entry that turns out larger than it said. */
async function* bytesOf(archive: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry))
      if (chunk instanceof Uint8Array) yield chunk;
  } catch (cause) {
    throw new MemoryError("invalid_input", "A file of the archive is damaged.", { cause });
  }
}
