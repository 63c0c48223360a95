// An archive of exported files, written as it is read: nothing of it waits in memory.

import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { MemoryError } from "../../errors.ts";
import type { ExportFile } from "./export-file.ts";

/** Sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1980-01-01: an export says when it was made inside. */
const DATE = 0x0021;

/** What an archive of the plain form can count. */
const MAX_FILES = 65_000;
const MAX_BYTES = 4_000_000_000;

type Entry = Readonly<{
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}>;

export async function* zipOf(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const file of files) {
    const name = Buffer.from(file.name);
    const header = Buffer.concat([localHeader(name), name]);
    yield header;
    const meter = { crc: 0, size: 0, packed: 0 };
    const packing = Readable.from(metered(file.chunks, meter)).pipe(createDeflateRaw());
    for await (const chunk of packing) {
      meter.packed += chunk.length;
      yield chunk;
    }
    const tail = sizes(meter);
    yield tail;
    entries.push({ name, offset, ...meter });
    offset += header.length + meter.packed + tail.length;
    if (entries.length > MAX_FILES || offset > MAX_BYTES)
      throw new MemoryError("too_large", "It is too much for one archive; name a folder instead.");
  }
  yield* directory(entries, offset);
}

type Meter = { crc: number; size: number; packed: number };

async function* metered(chunks: AsyncIterable<string>, meter: Meter): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    meter.crc = crc32(bytes, meter.crc);
    meter.size += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

function words(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const word = Buffer.alloc(bytes);
      if (bytes === 2) word.writeUInt16LE(value);
      else word.writeUInt32LE(value);
      return word;
    }),
  );
}

function localHeader(name: Buffer): Buffer {
  return words(
    [4, 0x04034b50],
    ...([VERSION, FLAGS, DEFLATE, 0, DATE] as const).map((value) => [2, value] as const),
    ...([0, 0, 0] as const).map((value) => [4, value] as const),
    [2, name.length],
    [2, 0],
  );
}

function sizes({ crc, packed, size }: Meter): Buffer {
  return words([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
}

function* directory(entries: readonly Entry[], offset: number): Generator<Uint8Array> {
  let length = 0;
  for (const entry of entries) {
    const record = Buffer.concat([directoryHeader(entry), entry.name]);
    length += record.length;
    yield record;
  }
  yield words(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, length],
    [4, offset],
    [2, 0],
  );
}

function directoryHeader({ name, offset, crc, packed, size }: Entry): Buffer {
  return words(
    [4, 0x02014b50],
    ...([VERSION, VERSION, FLAGS, DEFLATE, 0, DATE] as const).map((value) => [2, value] as const),
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    ...([0, 0, 0, 0] as const).map((value) => [2, value] as const),
    [4, 0],
    [4, offset],
  );
}
