// A vault file: versions of records, one a line, in our form or in that of the vault that ours takes the place of. What
// our own lines say is gone does not come.

import { parseVaultLine, type VaultRecord } from "../../curate/vault-file.ts";
import type { Importer, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { SourceFile } from "../source/source.ts";
import { decode } from "../text/decode.ts";
import { MAX_VALUE_CHARACTERS } from "../text/json-values.ts";
import { lines } from "../text/lines.ts";
import { noteVersion, olderLineIn, olderRecords, type Versions } from "./older-vault.ts";
import { ofTenant } from "./own.ts";

export const fromVault: Importer = async function* (source, { tenant }) {
  for await (const file of filesOf(source, /(?:^|\/)vault[^/]*\.jsonl$/))
    if (file.type === "bad") yield file;
    else yield* recordsOf(file, tenant);
};

async function* recordsOf(file: SourceFile, tenant: string): AsyncGenerator<ImportRecord> {
  const { gone, versions } = await overviewOf(file);
  const older = olderRecords(versions, tenant);
  for await (const line of lines(decode(file.chunks()), MAX_VALUE_CHARACTERS)) {
    const where = `${file.name}:${line.number}`;
    if (line.type === "too_long") yield { type: "bad", where, reason: "the line is too long" };
    else if (line.text.trim() !== "")
      yield* recordsIn(line.text, { where, older, own: { tenant, gone } });
  }
}

type Reading = Readonly<{ where: string; older: ReturnType<typeof olderRecords>; own: Place }>;

function* recordsIn(text: string, { where, older, own }: Reading): Generator<ImportRecord> {
  const ours = parseVaultLine(text);
  const line = ours === undefined ? olderLineIn(text, where) : undefined;
  if (ours !== undefined) yield ownRecord(ours, own);
  else if (line !== undefined) yield* older(line);
  else yield { type: "bad", where, reason: "is no line of a vault" };
}

type Overview = Readonly<{ gone: ReadonlySet<string>; versions: Versions }>;

/** Known before the first line is taken in: the end of a memory stands after its versions. */
async function overviewOf(file: SourceFile): Promise<Overview> {
  const gone = new Set<string>();
  const versions: Versions = new Map();
  for await (const line of lines(decode(file.chunks()), MAX_VALUE_CHARACTERS)) {
    if (line.type !== "line") continue;
    const own = parseVaultLine(line.text);
    if (own?.type === "purged") gone.add(own.id);
    const older =
      own === undefined ? olderLineIn(line.text, `${file.name}:${line.number}`) : undefined;
    if (older !== undefined) noteVersion(older, versions);
  }
  return { gone, versions };
}

type Place = Readonly<{ tenant: string; gone: ReadonlySet<string> }>;

function ownRecord(record: VaultRecord, { tenant, gone }: Place): ImportRecord {
  if (record.type === "purged") return { type: "left_out", why: "the end of a memory" };
  if (gone.has(record.memory.id)) return { type: "left_out", why: "a memory that is gone" };
  return { type: "stored", record: ofTenant(tenant, record) };
}
