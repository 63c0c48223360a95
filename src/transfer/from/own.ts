// Our own export, put back as it was. Trust and origins are those it was written with, which is why only who runs the
// engine may do it.

import type { StoredRecord } from "../../ports/transfer-store.ts";
import { journalLine } from "../../write/message-changes.ts";
import { End, EXPORT_VERSION, Header, parseRecord } from "../own/record-shapes.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { SourceFile } from "../source/source.ts";
import { type JsonValue, jsonLines } from "../text/json-values.ts";

export const fromOwn: Importer = async function* (source, options) {
  for await (const file of filesOf(source, /(?:^|\/)export\.jsonl$/)) {
    if (file.type === "bad") yield file;
    else yield* recordsOf(file, options);
  }
};

type Reading = { tenant: string | undefined; count: number; isEnded: boolean };

async function* recordsOf(file: SourceFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const reading: Reading = { tenant: undefined, count: 0, isEnded: false };
  for await (const value of jsonLines(file)) {
    const record = value.type === "bad" ? value : recordOf(value, reading, options);
    if (record !== undefined) yield record;
  }
  if (!reading.isEnded)
    yield { type: "bad", where: file.name, reason: "has no last line: it was cut off" };
}

function recordOf(
  { value, where }: Extract<JsonValue, { type: "value" }>,
  reading: Reading,
  options: ImportOptions,
): ImportRecord | undefined {
  const header = Header.safeParse(value);
  if (header.success) {
    reading.tenant = header.data.tenant;
    const isNewer = header.data.version > EXPORT_VERSION;
    return isNewer ? { type: "bad", where, reason: "was written by a newer version" } : undefined;
  }
  const end = End.safeParse(value);
  if (end.success) {
    reading.isEnded = true;
    if (end.data.records === reading.count) return undefined;
    const reason = `${end.data.records} records were written and ${reading.count} are here`;
    return { type: "bad", where, reason };
  }
  reading.count += 1;
  const record = parseRecord(value);
  if (record === undefined) return { type: "bad", where, reason: "is no record of ours" };
  return movedTo(options.tenant, record, reading.tenant);
}

/** A mark of something erased is a hash that only fits the tenant it was made for. */
function movedTo(
  tenant: string,
  record: StoredRecord,
  from: string | undefined,
): ImportRecord | undefined {
  if (record.type === "tombstone" && from !== tenant)
    return { type: "left_out", why: "mark of another tenant" };
  return { type: "stored", record: ofTenant(tenant, record) };
}

export function ofTenant(tenant: string, record: StoredRecord): StoredRecord {
  switch (record.type) {
    case "message": {
      const message = { ...record.message, tenant };
      return { ...record, message, journal: journalLine(message) };
    }
    case "version":
      return { ...record, memory: { ...record.memory, tenant } };
    case "review": {
      const { act } = record.review;
      const moved = act.type === "store" ? { ...act, proposal: { ...act.proposal, tenant } } : act;
      return { ...record, review: { ...record.review, tenant, act: moved } };
    }
    default:
      return record;
  }
}
