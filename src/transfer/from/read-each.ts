// The loop that importers share: each value of each file, read by one function.

import type { ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { ImportSource, SourceFile } from "../source/source.ts";
import type { JsonValue } from "../text/json-values.ts";

type Reading = Readonly<{
  /** Which files of a folder or an archive. */
  name: RegExp;
  values: (file: SourceFile) => AsyncIterable<JsonValue>;
  records: (
    value: Extract<JsonValue, { type: "value" }>,
    file: SourceFile,
  ) => Iterable<ImportRecord>;
}>;

export async function* readEach(
  source: ImportSource,
  { name, values, records }: Reading,
): AsyncGenerator<ImportRecord> {
  for await (const file of filesOf(source, name)) {
    if (file.type === "bad") yield file;
    else
      for await (const value of values(file))
        if (value.type === "bad") yield value;
        else yield* records(value, file);
  }
}
