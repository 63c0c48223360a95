// A vault file: versions of memories, one a line. What it says is gone does not come.

import { parseVaultLine } from "../../curate/vault-file/vault-record.ts";
import type { Importer, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { SourceFile } from "../source/source.ts";
import { decode } from "../text/decode.ts";
import { MAX_VALUE_CHARACTERS } from "../text/json-values.ts";
import { lines } from "../text/lines.ts";
import { ofTenant } from "./own.ts";

export const fromVault: Importer = async function* (source, { tenant }) {
  for await (const file of filesOf(source, /(?:^|\/)vault[^/]*\.jsonl$/)) {
    if (file.type === "bad") {
      yield file;
      continue;
    }
    const gone = await goneIn(file);
    for await (const line of lines(decode(file.chunks()), MAX_VALUE_CHARACTERS)) {
      const where = `${file.name}:${line.number}`;
      if (line.type === "too_long") yield { type: "bad", where, reason: "the line is too long" };
      else if (line.text.trim() !== "") yield recordOf(line.text, where, { tenant, gone });
    }
  }
};

/** Known before the first line is taken in, since the end of a memory stands after its versions. */
async function goneIn(file: SourceFile): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for await (const line of lines(decode(file.chunks()), MAX_VALUE_CHARACTERS)) {
    if (line.type !== "line" || !line.text.includes('"purged":true')) continue;
    const record = parseVaultLine(line.text);
    if (record?.type === "purged") gone.add(record.id);
  }
  return gone;
}

type Place = Readonly<{ tenant: string; gone: ReadonlySet<string> }>;

function recordOf(text: string, where: string, { tenant, gone }: Place): ImportRecord {
  const record = parseVaultLine(text);
  if (record === undefined) return { type: "bad", where, reason: "is no line of a vault" };
  if (record.type === "purged") return { type: "left_out", why: "the end of a memory" };
  if (gone.has(record.memory.id)) return { type: "left_out", why: "a memory that is gone" };
  return { type: "stored", record: ofTenant(tenant, record) };
}
