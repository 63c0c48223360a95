// Named migrations, applied in order, each once, forward only.

import { MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import { number, text } from "../columns.ts";
import { all, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import {
  AUDIT_TABLES,
  CONVERSATION_TABLES,
  FRAMEWORK_TABLES,
  MEMORY_TABLES,
  TRANSFER_TABLES,
  WORK_TABLES,
} from "./tables.ts";

/** `@seq` in a statement is the dialect's row number; the others with an `@` stand for its own. */
export type Migration = Readonly<{ name: string; statements: readonly string[] }>;

export const MIGRATIONS: readonly Migration[] = [
  {
    name: "0001-first-tables",
    statements: [...MEMORY_TABLES, ...CONVERSATION_TABLES, ...WORK_TABLES, "@indexes"],
  },
  {
    name: "0002-keys-by-id",
    statements: ["CREATE INDEX access_keys_id ON access_keys (id)"],
  },
  { name: "0003-imports", statements: TRANSFER_TABLES },
  { name: "0004-frameworks", statements: FRAMEWORK_TABLES },
  { name: "0005-audit", statements: AUDIT_TABLES },
  { name: "0006-message-source", statements: ["ALTER TABLE messages ADD COLUMN source text"] },
  { name: "0007-words-by-tenant", statements: ["@words-by-tenant"] },
  {
    name: "0008-last-score",
    statements: ["ALTER TABLE memory_access ADD COLUMN last_score text"],
  },
  {
    // Read backwards it is the order of every list, and a new row goes to its end.
    name: "0009-newest-last",
    statements: [
      "DROP INDEX memories_newest",
      "CREATE INDEX memories_newest ON memories (tenant, created_at, id)",
    ],
  },
  {
    // The newest of one person: without their order a planner reads the tenant from its end until it has found enough.
    name: "0010-newest-of-a-person",
    statements: [
      "DROP INDEX memories_subject",
      "CREATE INDEX memories_subject ON memories (tenant, subject, created_at, id)",
      "DROP INDEX memories_user",
      "CREATE INDEX memories_user ON memories (tenant, user_id, created_at, id)",
    ],
  },
  {
    // A version is kept when another takes its place: what is so now stands in `memories` alone.
    name: "0011-past-versions",
    statements: [
      `DELETE FROM memory_versions WHERE EXISTS (SELECT 1 FROM memories m WHERE m.tenant = memory_versions.tenant
         AND m.id = memory_versions.id AND m.version = memory_versions.version)`,
    ],
  },
  {
    // Memories whose neighbours are found when no caller is waiting.
    name: "0012-untied",
    statements: ["CREATE TABLE untied (tenant text NOT NULL, memory_id text NOT NULL)"],
  },
  {
    // What is of no thread is in no thread's log: all writers of a tenant would wait for that one number.
    name: "0013-threads-only",
    statements: [
      "DELETE FROM change_log WHERE thread = ''",
      "DELETE FROM thread_revisions WHERE thread = ''",
    ],
  },
  {
    // Its line for the vault file is made when it is written there; until then it is only marked.
    name: "0014-unwritten-versions",
    statements: [
      "ALTER TABLE history ADD COLUMN unwritten bigint",
      "CREATE INDEX history_unwritten ON history (seq) WHERE unwritten IS NOT NULL",
    ],
  },
  { name: "0015-in-order", statements: ["@in-order"] },
  { name: "0016-words-by-field", statements: ["@words-by-field"] },
  { name: "0017-words-at-once", statements: ["@words-at-once"] },
  { name: "0018-waiting-words", statements: ["@waiting-words"] },
  { name: "0019-smaller-indexes", statements: ["@smaller-indexes"] },
  { name: "0020-words-from-rows", statements: ["@words-from-rows"] },
  { name: "0021-more-words-at-once", statements: ["@more-words-at-once"] },
  {
    // A search of what few rows meet begins with those rows. What has none of it is in none of these.
    name: "0022-found-by-their-writer",
    statements: [
      "CREATE INDEX memories_scope ON memories (tenant, scope) WHERE scope <> 'user'",
      "CREATE INDEX memories_channel ON memories (tenant, channel) WHERE channel IS NOT NULL",
      "CREATE INDEX memories_agent ON memories (tenant, agent_id) WHERE agent_id IS NOT NULL",
      "CREATE INDEX memories_run ON memories (tenant, run_id) WHERE run_id IS NOT NULL",
    ],
  },
  {
    name: "0023-memory-source",
    statements: [
      "ALTER TABLE memories ADD COLUMN source text",
      "ALTER TABLE memory_versions ADD COLUMN source text",
    ],
  },
  {
    name: "0024-verdict",
    statements: [
      "ALTER TABLE memories ADD COLUMN verdict text",
      "ALTER TABLE memory_versions ADD COLUMN verdict text",
    ],
  },
  { name: "0025-message-place", statements: ["ALTER TABLE messages ADD COLUMN place text"] },
  {
    name: "0026-metadata",
    statements: [
      "ALTER TABLE memories ADD COLUMN metadata text",
      "ALTER TABLE memory_versions ADD COLUMN metadata text",
      "ALTER TABLE messages ADD COLUMN metadata text",
    ],
  },
];

const MIGRATIONS_TABLE =
  "CREATE TABLE IF NOT EXISTS migrations (number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)";

export type Plan = Readonly<{ current: number; pending: readonly Migration[] }>;

/** What is applied and what is not. A store made by a newer program is refused before anything is touched. */
export function* plan(migrations: readonly Migration[]): Step<Plan> {
  yield* send(MIGRATIONS_TABLE, []);
  const rows = yield* all("SELECT number, name FROM migrations ORDER BY number", []);
  for (const row of rows) {
    const known = migrations[number(row, "number") - 1];
    if (known?.name !== text(row, "name"))
      throw new MemoryError(
        "newer_store",
        `This store was made by a newer Mneme (it has "${text(row, "name")}"). Upgrade the program; nothing was changed.`,
      );
  }
  return { current: rows.length, pending: migrations.slice(rows.length) };
}

export function* migrate(
  migrations: readonly Migration[],
  dialect: Dialect,
  at: number,
): Step<number> {
  const { current, pending } = yield* plan(migrations);
  let applied = current;
  for (const migration of pending) {
    for (const sql of inWordsOf(dialect, migration).statements) yield* send(sql, []);
    applied += 1;
    yield* send("INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)", [
      applied,
      migration.name,
      at,
    ]);
  }
  return applied;
}

/** None where a migration is for the other database. */
export function inWordsOf(
  dialect: Dialect,
  { statements }: Migration,
): Pick<Migration, "statements"> {
  return {
    statements: statements.flatMap(
      (sql) => ownValue(dialect.own, sql) ?? sql.replace("@seq", dialect.seqColumn),
    ),
  };
}
