// The files of a source that an importer reads, and a bad record for each one that was refused.

import type { ImportRecord } from "../record.ts";
import type { ImportSource, SourceFile } from "./source.ts";

type Bad = Extract<ImportRecord, { type: "bad" }>;

/** A source that is one file is read whatever it is called. */
export async function* filesOf(
  source: ImportSource,
  name: RegExp,
): AsyncGenerator<SourceFile | Bad> {
  for await (const entry of source.entries()) {
    if (entry.type === "refused") yield { type: "bad", where: entry.name, reason: entry.reason };
    else if (source.kind === "file" || name.test(entry.name)) yield entry;
  }
}
