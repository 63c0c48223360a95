// Where an import reads from: one file, the files of a folder or an archive, or a database server. Nothing is ever unpacked to disk.

export type SourceFile = Readonly<{
  type: "file";
  /** Inside its folder or archive, with `/` between the parts. */
  name: string;
  chunks: () => AsyncIterable<Uint8Array>;
}>;

/** An entry that is not read, such as a link or one that would grow without bound. */
export type RefusedFile = Readonly<{ type: "refused"; name: string; reason: string }>;

export type SourceEntry = SourceFile | RefusedFile;

export interface ImportSource {
  readonly kind: "file" | "folder" | "zip" | "server";
  /** On disk, for what must be opened by path; of a server its address. */
  readonly path: string;
  /** Tells this source from others without naming it. */
  readonly fingerprint: string;
  /** Bytes on disk. */
  readonly bytes: number;
  entries(): AsyncIterable<SourceEntry>;
  /** Bytes read so far. */
  read(): number;
  close(): Promise<void>;
}
