// Several files as one archive to keep, put together in the browser. Nothing in it is packed: it is text on its way to a disk.

type TextFile = Readonly<{ name: string; text: string }>;
type Entry = Readonly<{ name: Uint8Array; bytes: Uint8Array; crc: number; offset: number }>;
type Field = readonly [size: 2 | 4, value: number];

const NAMES_ARE_UTF8 = 0x0800;
const VERSION = 20;
/** 1980-01-01: an export says when it was made inside. */
const DATE = 0x0021;

export function zipFile(files: readonly TextFile[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const bytes = encoder.encode(text);
    const entry = { name: encoder.encode(name), bytes, crc: crc32(bytes), offset };
    const header = localHeader(entry);
    parts.push(header, entry.name, bytes);
    entries.push(entry);
    offset += header.length + entry.name.length + bytes.length;
  }
  const directory = entries.flatMap((entry) => [directoryHeader(entry), entry.name.slice()]);
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  return new Blob([...parts, ...directory, end(entries.length, length, offset)], {
    type: "application/zip",
  });
}

function words(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function described({ name, bytes, crc }: Entry): readonly Field[] {
  return [
    ...([VERSION, NAMES_ARE_UTF8, 0, 0, DATE] as const).map((value) => [2, value] as const),
    ...[crc, bytes.length, bytes.length].map((value) => [4, value] as const),
    [2, name.length],
    [2, 0],
  ];
}

function localHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  return words([4, 0x04034b50], ...described(entry));
}

function directoryHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  const rest = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, entry.offset],
  ] as const;
  return words([4, 0x02014b50], [2, VERSION], ...described(entry), ...rest);
}

function end(count: number, length: number, offset: number): Uint8Array<ArrayBuffer> {
  return words(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, length],
      [4, offset],
      [2, 0],
    ] as const),
  );
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
