// What the importers of older SQLite systems share: fields under the names they go by, ids that stay recognisable, and
// rows as records that are put in place.

import { createHash } from "node:crypto";
import { POLICIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import type { Message, NewMessage } from "../../model/message.ts";
import { provenanceOf, TRUST_OF } from "../../model/origin.ts";
import { cut } from "../../model/text.ts";
import type {
  ForeignDatabase,
  ForeignQuery,
  ForeignRow,
  OpenForeign,
} from "../../ports/foreign-database.ts";
import type { StoredRecord } from "../../ports/transfer-store.ts";
import { shortId, storable } from "../drafts.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import type { ImportSource } from "../source/source.ts";
import { sqliteIn } from "../source/sqlite-in.ts";
import { listIn, parseJson, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";

type Reading = Readonly<{ db: ForeignDatabase; source: ImportSource; options: ImportOptions }>;

/** An importer of what stands in an SQLite file. A source that holds none gives nothing. */
export function fromSqlite(
  openForeign: OpenForeign,
  read: (reading: Reading) => AsyncIterable<ImportRecord> | Iterable<ImportRecord>,
): Importer {
  return async function* (source, options) {
    const path = await sqliteIn(source);
    if (path === undefined) return;
    const db = await openForeign(path);
    try {
      yield* read({ db, source, options });
    } finally {
      db.close();
    }
  };
}

/** The first of these columns that holds something. */
export function fieldIn(row: ForeignRow, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

/** A snowflake that was kept as a number is one that still has all its digits. */
export function idIn(row: ForeignRow, ...names: readonly string[]): string | undefined {
  const value = fieldIn(row, ...names);
  if (Number.isSafeInteger(value)) return String(value);
  return textIn(value);
}

export function wordsIn(row: ForeignRow, ...names: readonly string[]): string | undefined {
  const value = fieldIn(row, ...names);
  return typeof value === "number" ? String(value) : textIn(value);
}

export function shareIn(row: ForeignRow, ...names: readonly string[]): number | undefined {
  const value = fieldIn(row, ...names);
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}

export function isSet(row: ForeignRow, ...names: readonly string[]): boolean | undefined {
  const value = fieldIn(row, ...names);
  return value === undefined ? undefined : value !== 0 && value !== "0" && value !== false;
}

export function whenIn(row: ForeignRow, ...names: readonly string[]): string | undefined {
  return timeIn(fieldIn(row, ...names));
}

/** The texts of a column that holds a list as JSON; undefined where it holds something else. */
export function listOf(
  row: ForeignRow,
  ...names: readonly string[]
): readonly string[] | undefined {
  const value = fieldIn(row, ...names);
  if (value === undefined) return [];
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  if (!Array.isArray(parsed)) return undefined;
  return listIn(parsed).flatMap((one) =>
    typeof one === "number" ? [String(one)] : (textIn(one) ?? []),
  );
}

/** An id of its own kind stays as it is; a count goes under the name of its table, since every table has a first row. */
export function ownId(table: string, id: string): string {
  return shortId(/^\d{1,15}$/.test(id) ? `${table}:${id}` : id);
}

/** A name for what has none of its own, the same at every reading. */
export function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** A guild is a tenant, under its own name or the one it was given. */
export function tenantOf(guild: string | undefined, options: ImportOptions): string {
  if (guild === undefined) return options.tenant;
  const { guilds } = options;
  return guilds?.get(guild) ?? guilds?.get("*") ?? shortId(guild);
}

/** For a row that has no time of its own: when it was moved. */
export const NO_TIME = "";

type MovedMemory = Pick<Memory, "id" | "kind" | "text"> & Partial<Memory>;

export function memoryRow(given: MovedMemory, place: Place): ImportRecord {
  const { kind } = given;
  const createdAt = given.createdAt ?? NO_TIME;
  const memory: Memory = {
    tenant: place.tenant,
    scope: "shared",
    category: "general",
    tags: [],
    participants: [],
    confidence: 1,
    importance: POLICIES[kind].defaultImportance,
    pinned: false,
    stability: POLICIES[kind].stability,
    sensitivity: "normal",
    origins: provenanceOf("import").origins,
    trust: TRUST_OF.user,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    writer: {},
    updatedAt: createdAt,
    ...given,
    createdAt,
  };
  const [table = ""] = place.where.split(" ");
  const change = {
    event: "ADD",
    actor: "import",
    cause: "import",
    reason: `moved from ${table}`,
    at: createdAt,
  } as const;
  return { type: "moved", ...place, record: { type: "version", memory, change } };
}

type MovedMessage = Pick<Message, "id" | "channel" | "text" | "author"> & Partial<NewMessage>;

export function messageRow(given: MovedMessage, place: Place): ImportRecord {
  const origin = given.author.isBot ? "assistant" : "user";
  const message: NewMessage = {
    tenant: place.tenant,
    at: NO_TIME,
    role: given.author.isBot ? "assistant" : "user",
    origin,
    scope: "shared",
    ...given,
  };
  const record: StoredRecord = {
    type: "message",
    message,
    context: "",
    searchable: true,
    // What was worth keeping of it is in the old system's own tables.
    mined: "skipped",
  };
  return { type: "moved", ...place, record };
}

export type Numbered = Readonly<{ row: ForeignRow; where: string }>;

/** The rows of a table, each with the name a report gives it; none where there is no such table. */
export function* rowsOf(db: ForeignDatabase, table: ForeignQuery): Generator<Numbered> {
  if (!db.tables.has(table)) return;
  let count = 0;
  for (const row of db.rows(table)) {
    count += 1;
    const id = idIn(row, "id", "message_id", "channel_id", "user_id", "fact_id");
    yield { row, where: `${table} ${id ?? `#${count}`}` };
  }
}

/** Where a row stands, and whose it becomes. */
export type Place = Readonly<{ where: string; tenant: string }>;

export function bad({ where }: Place, reason: string): ImportRecord {
  return { type: "bad", where, reason };
}

export function odd({ where }: Place, column: string, instead: string): ImportRecord {
  return { type: "odd", where, reason: `\`${column}\` cannot be read; taken as ${instead}` };
}

export function jsonIn(row: ForeignRow, column: string): unknown {
  const value = fieldIn(row, column);
  return typeof value === "string" ? parseJson(value) : value;
}

const MAX_LABEL = 255;

export function shortened(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cut(storable(text), MAX_LABEL);
}
