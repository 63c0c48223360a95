// A memory as a row and back: the one place where column names and field names meet.

import { MemoryError } from "../../errors.ts";
import { KINDS, SECTIONS, STABILITIES } from "../../model/kinds.ts";
import {
  type Evidence,
  type Importance,
  type Memory,
  type MemoryLine,
  VAULT_SOURCES,
  VERDICTS,
} from "../../model/memory.ts";
import type { Metadata } from "../../model/metadata.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ORIGINS, type Origin, type Trust } from "../../model/origin.ts";
import { STATES } from "../../model/state.ts";
import { textKey } from "../../model/text.ts";
import {
  json,
  maybeText,
  maybeTime,
  number,
  oneOf,
  record,
  strings,
  text,
  time,
} from "../columns.ts";
import type { Row, Value } from "../database.ts";

const COLUMNS = [
  "tenant",
  "id",
  "version",
  "scope",
  "user_id",
  "subject",
  "kind",
  "category",
  "text",
  "text_key",
  "title",
  "tags",
  "section",
  "topic_id",
  "participants",
  "confidence",
  "importance",
  "pinned",
  "stability",
  "sensitivity",
  "origins",
  "trust",
  "evidence",
  "derived_from",
  "superseded_by",
  "state",
  "created_at",
  "updated_at",
  "valid_from",
  "valid_to",
  "expires_at",
  "purge_at",
  "channel",
  "thread",
  "agent_id",
  "run_id",
  "actor_id",
  "role",
  "job_id",
  "source",
  "verdict",
  "metadata",
] as const;

const list = COLUMNS.join(", ");
const marks = COLUMNS.map(() => "?").join(", ");
const CHANGEABLE = COLUMNS.slice(2);

export const INSERT_MEMORY = `INSERT INTO memories (${list}) VALUES (${marks})`;
/** Nobody else changes a memory from here on until this is committed, or it has changed already. */
export const HOLD_MEMORY =
  "UPDATE memories SET version = version WHERE tenant = ? AND id = ? AND version = ?";
/** The version that is about to be replaced. */
export const COPY_VERSION = `INSERT INTO memory_versions (${list})
  SELECT ${list} FROM memories WHERE tenant = ? AND id = ?`;
/** Every version of a tenant's memories, those that were replaced and how they are now. The tenant is bound twice. */
export const EVERY_VERSION = `(SELECT ${list} FROM memory_versions WHERE tenant = ?
  UNION ALL SELECT ${list} FROM memories WHERE tenant = ?)`;
/** Each memory of a tenant as it was known at a time: both are bound twice, and then the time twice more. */
export const KNOWN_THEN = `(SELECT ${list} FROM memories WHERE tenant = ? AND updated_at <= ?
  UNION ALL SELECT ${list} FROM memory_versions v WHERE v.tenant = ? AND v.updated_at <= ?
    AND v.version = (SELECT max(x.version) FROM memory_versions x
      WHERE x.tenant = v.tenant AND x.id = v.id AND x.updated_at <= ?)
    AND NOT EXISTS (SELECT 1 FROM memories n
      WHERE n.tenant = v.tenant AND n.id = v.id AND n.updated_at <= ?))`;
/** Changes nothing unless the row is still at the version the change was decided on. */
export const UPDATE_MEMORY = `UPDATE memories SET ${CHANGEABLE.map((name) => `${name} = ?`).join(", ")}
  WHERE tenant = ? AND id = ? AND version = ?`;
/** The key is for finding a line, and is made again from its text. */
export const MEMORY_COLUMNS = COLUMNS.filter((name) => name !== "text_key")
  .map((name) => `m.${name}`)
  .join(", ");

/** As `memoryLineFromRow` reads them. */
export const LINE_COLUMNS =
  "m.id, m.version, m.kind, m.scope, m.user_id, m.subject, m.text, m.state, m.trust, m.valid_from";

const NO_EVIDENCE: readonly Evidence[] = [];
/** What most rows hold. */
const BY_USER: readonly Origin[] = ["user"];
const ALL_BY_USER = JSON.stringify(BY_USER);

export function memoryValues(memory: Memory): Value[] {
  const { writer } = memory;
  const values: (Value | undefined)[] = [
    memory.tenant,
    memory.id,
    memory.version,
    memory.scope,
    memory.user,
    memory.subject,
    memory.kind,
    memory.category,
    memory.text,
    textKey(memory.text),
    memory.title,
    JSON.stringify(memory.tags),
    memory.section,
    memory.topicId,
    JSON.stringify(memory.participants),
    memory.confidence,
    memory.importance,
    memory.pinned ? 1 : 0,
    memory.stability,
    memory.sensitivity,
    JSON.stringify(memory.origins),
    memory.trust,
    JSON.stringify(memory.evidence),
    JSON.stringify(memory.derivedFrom),
    memory.supersededBy,
    memory.state,
    ms(memory.createdAt),
    ms(memory.updatedAt),
    maybeMs(memory.validFrom),
    maybeMs(memory.validTo),
    maybeMs(memory.expiresAt),
    maybeMs(memory.purgeAt),
    memory.channel,
    memory.thread,
    writer.agent,
    writer.run,
    writer.actor,
    writer.role,
    writer.job,
    memory.source,
    memory.verdict,
    metadataText(memory),
  ];
  return values.map((value) => value ?? null);
}

export function metadataText({
  metadata,
}: Readonly<{ metadata?: Metadata | undefined }>): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}

export function metadataOf(row: Row): Metadata | undefined {
  return row["metadata"] === null ? undefined : (record(row, "metadata") as Metadata);
}

/** Values for `UPDATE_MEMORY`. */
export function revisionValues(memory: Memory, expect: number): Value[] {
  return [...memoryValues(memory).slice(2), memory.tenant, memory.id, expect];
}

export function ms(at: string): number {
  const parsed = Date.parse(at);
  if (!Number.isNaN(parsed)) return parsed;
  throw new MemoryError("invalid_input", "A time must be written like 2026-05-01T10:00:00.000Z.");
}

export function maybeMs(at: string | undefined): number | null {
  return at === undefined ? null : ms(at);
}

export function memoryFromRow(row: Row): Memory {
  const writer = omitUndefined({
    agent: maybeText(row, "agent_id"),
    run: maybeText(row, "run_id"),
    actor: maybeText(row, "actor_id"),
    role: maybeText(row, "role"),
    job: maybeText(row, "job_id"),
  });
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    scope: text(row, "scope"),
    kind: oneOf(row, "kind", KINDS),
    category: text(row, "category"),
    text: text(row, "text"),
    tags: strings(row, "tags"),
    participants: strings(row, "participants"),
    confidence: number(row, "confidence"),
    importance: importance(row),
    pinned: number(row, "pinned") === 1,
    stability: oneOf(row, "stability", STABILITIES),
    sensitivity: oneOf(row, "sensitivity", ["normal", "sensitive"]),
    origins: origins(row),
    trust: trust(row),
    evidence: evidence(row),
    derivedFrom: strings(row, "derived_from"),
    state: oneOf(row, "state", STATES),
    version: number(row, "version"),
    createdAt: time(row, "created_at"),
    updatedAt: time(row, "updated_at"),
    writer,
    ...optionalFields(row),
  };
}

export function memoryLineFromRow(row: Row): MemoryLine {
  return {
    id: text(row, "id"),
    version: number(row, "version"),
    kind: oneOf(row, "kind", KINDS),
    scope: text(row, "scope"),
    text: text(row, "text"),
    state: oneOf(row, "state", STATES),
    trust: trust(row),
    ...omitUndefined({
      user: maybeText(row, "user_id"),
      subject: maybeText(row, "subject"),
      validFrom: maybeTime(row, "valid_from"),
    }),
  };
}

function optionalFields(row: Row): Partial<Memory> {
  return omitUndefined({
    user: maybeText(row, "user_id"),
    subject: maybeText(row, "subject"),
    title: maybeText(row, "title"),
    section: row["section"] === null ? undefined : oneOf(row, "section", SECTIONS),
    topicId: maybeText(row, "topic_id"),
    supersededBy: maybeText(row, "superseded_by"),
    validFrom: maybeTime(row, "valid_from"),
    validTo: maybeTime(row, "valid_to"),
    expiresAt: maybeTime(row, "expires_at"),
    purgeAt: maybeTime(row, "purge_at"),
    channel: maybeText(row, "channel"),
    thread: maybeText(row, "thread"),
    source: row["source"] === null ? undefined : oneOf(row, "source", VAULT_SOURCES),
    verdict: row["verdict"] === null ? undefined : oneOf(row, "verdict", VERDICTS),
    metadata: metadataOf(row),
  });
}

function importance(row: Row): Importance {
  const value = number(row, "importance");
  if (value === 1 || value === 2 || value === 3 || value === 4 || value === 5) return value;
  throw new MemoryError("corrupt_store", "A stored row has an unreadable `importance`.");
}

/** One that cannot be read must not be left out: fewer origins would look more trustworthy. */
function origins(row: Row): readonly Origin[] {
  if (row["origins"] === ALL_BY_USER) return BY_USER;
  return strings(row, "origins").map((stored) => {
    const known = ORIGINS.find((origin) => origin === stored);
    if (known !== undefined) return known;
    throw new MemoryError("corrupt_store", "A stored row has an unreadable `origins`.");
  });
}

function trust(row: Row): Trust {
  const value = number(row, "trust");
  if (value === 1 || value === 2 || value === 3 || value === 4) return value;
  throw new MemoryError("corrupt_store", "A stored row has an unreadable `trust`.");
}

function evidence(row: Row): readonly Evidence[] {
  if (row["evidence"] === "[]") return NO_EVIDENCE;
  const pieces = json(row, "evidence");
  if (!Array.isArray(pieces)) throw unreadableEvidence();
  return pieces.map(pieceOf);
}

/** Read without a schema: it is read with every row that a search looks at. */
function pieceOf(stored: unknown): Evidence {
  const { type, messageId, start, end, quote, text: said } = Object(stored);
  if (type === "statement" && typeof said === "string") return { type, text: said };
  const isSpan = type === "span" && typeof messageId === "string" && typeof quote === "string";
  if (!isSpan || !Number.isFinite(start) || !Number.isFinite(end)) throw unreadableEvidence();
  return { type, messageId, start, end, quote };
}

function unreadableEvidence(): MemoryError {
  return new MemoryError("corrupt_store", "A stored row has unreadable `evidence`.");
}
