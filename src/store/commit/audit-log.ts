// Keeps the audit trail. The row that holds its end is locked by the first statement of an entry, so entries of one
// tenant follow one another whoever writes them.

import { randomUUID } from "node:crypto";
import {
  type AuditAct,
  type AuditEntry,
  type AuditHead,
  FIRST_HEAD,
  sealOf,
} from "../../model/audit.ts";
import type { AuditLog, AuditQuery } from "../../ports/store.ts";
import { number, strings, text, time } from "../columns.ts";
import { all, type Database, first, type Row, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "../read/memory-row.ts";

export function auditLog(db: Database, dialect: Dialect): AuditLog {
  return {
    append: (act) => db.write(() => appendAudit(act)),
    page: (tenant, query) => db.read(() => page(tenant, query)),
    head: (tenant) => db.read(() => head(tenant)),
    names: (tenant, aliases) => db.read(() => names(dialect, tenant, aliases)),
  };
}

/** Inside the transaction of what it tells of: neither is there without the other. */
export function* appendAudit({ tenant, at, actor, act, targets, people }: AuditAct): Step<void> {
  const previous = yield* takeHead(tenant);
  const aliases: string[] = [];
  for (const person of people) aliases.push(yield* aliasOf(tenant, person));
  const entry = {
    seq: previous.seq + 1,
    at,
    act,
    targets,
    people: aliases,
    actor: yield* aliasOf(tenant, actor),
  };
  const hash = sealOf(previous.hash, entry);
  yield* send(
    "INSERT INTO audit (tenant, seq, at, actor, act, targets, people, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [
      ...[tenant, entry.seq, ms(at), entry.actor, act],
      ...[JSON.stringify(targets), JSON.stringify(aliases), hash],
    ],
  );
  yield* send("UPDATE audit_heads SET seq = ?, hash = ? WHERE tenant = ?", [
    entry.seq,
    hash,
    tenant,
  ]);
}

function* takeHead(tenant: string): Step<AuditHead> {
  yield* send(
    "INSERT INTO audit_heads (tenant, seq, hash) VALUES (?, 0, '') ON CONFLICT (tenant) DO UPDATE SET seq = audit_heads.seq",
    [tenant],
  );
  return yield* head(tenant);
}

function* head(tenant: string): Step<AuditHead> {
  const row = yield* first("SELECT seq, hash FROM audit_heads WHERE tenant = ?", [tenant]);
  return row === undefined ? FIRST_HEAD : { seq: number(row, "seq"), hash: text(row, "hash") };
}

function* aliasOf(tenant: string, name: string): Step<string> {
  yield* send(
    "INSERT INTO audit_names (tenant, name, alias) VALUES (?, ?, ?) ON CONFLICT (tenant, name) DO NOTHING",
    [tenant, name, randomUUID()],
  );
  const row = yield* first("SELECT alias FROM audit_names WHERE tenant = ? AND name = ?", [
    tenant,
    name,
  ]);
  return row === undefined ? "" : text(row, "alias");
}

/** An empty value asks for anything. An id is looked for with the quotes of its JSON, so no part of one matches. */
const ABOUT = `(CAST(? AS text) = '' OR act = ?)
  AND (CAST(? AS text) = '' OR replace(targets, ?, '') <> targets)`;
const COLUMNS = "seq, at, actor, act, targets, people, hash";
const IN_ORDER = `SELECT ${COLUMNS} FROM audit WHERE tenant = ? AND seq > ? AND ${ABOUT} ORDER BY seq LIMIT ?`;
const NEWEST_FIRST = `SELECT ${COLUMNS} FROM audit WHERE tenant = ? AND seq < ? AND ${ABOUT} ORDER BY seq DESC LIMIT ?`;

function* page(tenant: string, query: AuditQuery): Step<readonly AuditEntry[]> {
  const { after, limit, isNewestFirst = false, act = "", target = "" } = query;
  const quoted = target === "" ? "" : JSON.stringify(target);
  const from = isNewestFirst && after === 0 ? Number.MAX_SAFE_INTEGER : after;
  const about = [act, act, quoted, quoted];
  const rows = yield* all(isNewestFirst ? NEWEST_FIRST : IN_ORDER, [tenant, from, ...about, limit]);
  return rows.map(fromRow);
}

function fromRow(row: Row): AuditEntry {
  return {
    seq: number(row, "seq"),
    at: time(row, "at"),
    actor: text(row, "actor"),
    act: text(row, "act"),
    targets: strings(row, "targets"),
    people: strings(row, "people"),
    hash: text(row, "hash"),
  };
}

function* names(
  dialect: Dialect,
  tenant: string,
  aliases: readonly string[],
): Step<ReadonlyMap<string, string>> {
  const rows = yield* all(
    `SELECT alias, name FROM audit_names WHERE tenant = ? AND ${dialect.anyOf("alias")}`,
    [tenant, JSON.stringify(aliases)],
  );
  return new Map(rows.map((row) => [text(row, "alias"), text(row, "name")]));
}
