// Where one trial of an engine keeps what it is given: a folder or a schema of its own, which is gone afterwards.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, withSchema } from "../postgres/schema.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { bytesOnDisk } from "../run/footprint.ts";

export type Place = Readonly<{
  /** The path of the folder, or the URL that leads into the schema. */
  at: string;
  bytes(): Promise<number>;
}>;
export type InPlace = <T>(act: (place: Place) => Promise<T>) => Promise<T>;

export const inFolder: InPlace = async (act) => {
  const at = mkdtempSync(join(tmpdir(), "peers-bench-"));
  try {
    return await act({ at, bytes: async () => bytesOnDisk(at) });
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
};

export function inSchema(url: string): InPlace {
  return (act) =>
    withSchema(url, (schema, client) =>
      act({ at: schemaUrl(url, schema), bytes: () => bytesOf(client, schema) }),
    );
}
