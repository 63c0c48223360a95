// The versions that events of history tell of: as a memory is now, or as it was.

import type { Memory } from "../../model/memory.ts";
import { maybeNumber, text } from "../columns.ts";
import { all, jsonRows, type Row, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow } from "./memory-row.ts";

/** What is read of an event `m`. */
export const EVENT_COLUMNS =
  "m.seq, m.tenant, m.memory_id, m.event, m.old_version, m.new_version, m.actor, m.cause, m.reason, m.meta, m.at";

/** None of an event without a version, or of one that was erased since the event was read. */
export type VersionOf = (event: Row) => Memory | undefined;

type Version = readonly [tenant: string, id: string, version: number | null];

const NAMED = `m.tenant = line.value ->> 0 AND m.id = line.value ->> 1
  AND m.version = CAST(line.value ->> 2 AS bigint)`;

/** As memories are now first: what is replaced between the two questions is found by the second. */
export function* versionsOf(dialect: Dialect, events: readonly Row[]): Step<VersionOf> {
  const now = `SELECT ${MEMORY_COLUMNS} FROM ${dialect.elements} line JOIN memories m ON ${NAMED}`;
  const past = `SELECT ${MEMORY_COLUMNS} FROM ${dialect.elements} line JOIN memory_versions m ON ${NAMED}`;
  const found = new Map<string, Memory>();
  for (const sql of [now, past]) {
    const missing = events.map(versionIn).filter((version) => !found.has(keyOf(version)));
    if (missing.length === 0) break;
    for (const row of yield* all(sql, [jsonRows(missing)])) {
      const memory = memoryFromRow(row);
      found.set(keyOf([memory.tenant, memory.id, memory.version]), memory);
    }
  }
  return (event) => found.get(keyOf(versionIn(event)));
}

function versionIn(event: Row): Version {
  return [
    ...([text(event, "tenant"), text(event, "memory_id")] as const),
    maybeNumber(event, "new_version") ?? null,
  ];
}

function keyOf(version: Version): string {
  return JSON.stringify(version);
}
