// What only SQLite does: FTS5 for words, a scan of a per-tenant table for vectors.

import type { Item } from "../../model/change-set.ts";
import { number, numbers } from "../columns.ts";
import { all, first, run, type Step, send } from "../database.ts";
import type { Dialect, Postings, PostingsQuery, TextEntry, VectorEntry } from "../dialect.ts";
import { bytesOf, type SqliteVectors } from "../sqlite-vectors.ts";
import { tenantToken, wordPrefix } from "../tenant-token.ts";

const TOKENIZER = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"`;

/**
 * `put` is of one row by its form, so SQLite needs no way to undo it by itself: see `commit/words.ts`. Words without an
 * item are refused: text is no number of a row.
 */
const SQL = {
  memory: {
    put: `INSERT INTO memory_text (tenant, body, context, rowid)
            VALUES (?, ?, ?, coalesce((SELECT seq FROM memories WHERE tenant = ? AND id = ?), 'no row'))`,
    remove:
      "DELETE FROM memory_text WHERE rowid = (SELECT seq FROM memories WHERE tenant = ? AND id = ?)",
    find: `SELECT (SELECT json_group_array(rowid) FROM (SELECT rowid FROM memory_text
             WHERE memory_text MATCH wanted.value ORDER BY rowid DESC LIMIT ?)) AS seqs FROM json_each(?) AS wanted`,
    putVector: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
                  SELECT ?, 'memory', ?, ?, ?, seq, ? FROM memories WHERE tenant = ? AND id = ?`,
  },
  message: {
    put: `INSERT INTO message_text (tenant, body, context, rowid)
            VALUES (?, ?, ?, coalesce((SELECT seq FROM messages WHERE tenant = ? AND id = ?), 'no row'))`,
    remove:
      "DELETE FROM message_text WHERE rowid = (SELECT seq FROM messages WHERE tenant = ? AND id = ?)",
    find: `SELECT (SELECT json_group_array(rowid) FROM (SELECT rowid FROM message_text
             WHERE message_text MATCH wanted.value ORDER BY rowid DESC LIMIT ?)) AS seqs FROM json_each(?) AS wanted`,
    putVector: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
                  SELECT ?, 'message', ?, ?, ?, seq, ? FROM messages WHERE tenant = ? AND id = ?`,
  },
} as const satisfies Record<Item, Record<string, string>>;

export function sqliteDialect(vectors: SqliteVectors): Dialect {
  return {
    name: "sqlite",
    anyOf: (column) => `${column} IN (SELECT value FROM json_each(?))`,
    elements: "json_each(?)",
    seqsOf: (select) => `SELECT json_group_array(seq) AS seqs FROM (${select})`,
    few: 6_000,
    unindexed: (column) => `+${column}`,
    bytewise: (column) => column,
    anyNumberOf: (column) => `${column} IN (SELECT value FROM json_each(?))`,
    numbered: NUMBERED,
    seqColumn: "seq INTEGER PRIMARY KEY AUTOINCREMENT,",
    own: {
      "@indexes": INDEX_TABLES,
      "@in-order": [],
      "@words-by-tenant": WORDS_BY_TENANT,
      "@words-by-field": [],
      "@words-at-once": [],
    },
    skipLocked: "",
    putText,
    removeText,
    postings,
    putVector,
    removeVectors,
    nearest: vectors.nearest,
    ranked: vectors.ranked,
    cosines: vectors.cosines,
    scrub,
  };
}

/** `CROSS JOIN` keeps SQLite from turning the order around. */
const NUMBERED = {
  memory: "json_each(?) AS wanted CROSS JOIN memories m ON m.seq = wanted.value",
  message: "json_each(?) AS wanted CROSS JOIN messages m ON m.seq = wanted.value",
} as const satisfies Record<Item, string>;

const INDEX_TABLES = [
  `CREATE VIRTUAL TABLE memory_text USING fts5(tenant, body, context, ${TOKENIZER})`,
  `CREATE VIRTUAL TABLE message_text USING fts5(tenant, body, context, ${TOKENIZER})`,
  "INSERT INTO memory_text (memory_text, rank) VALUES ('secure-delete', 1)",
  "INSERT INTO message_text (message_text, rank) VALUES ('secure-delete', 1)",
  `CREATE TABLE vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL, item text NOT NULL, item_id text NOT NULL,
     model text NOT NULL, dims bigint NOT NULL, item_seq bigint NOT NULL, vector blob NOT NULL,
     UNIQUE (tenant, item, item_id, model))`,
  "CREATE INDEX vectors_tail ON vectors (tenant, item, model, dims, seq)",
  `CREATE TABLE vector_removals (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL, item text NOT NULL,
     item_seq bigint NOT NULL)`,
  "CREATE INDEX vector_removals_tail ON vector_removals (tenant, item, seq)",
];

/**
 * Each word begins with its tenant's prefix: reading a word's rows beside the tenant's own list of rows cost five times
 * as much.
 */
const WORDS_BY_TENANT = (["memory", "message"] as const).flatMap((item) => [
  `CREATE VIRTUAL TABLE ${item}_words USING fts5(tenant, body, context, ${TOKENIZER})`,
  `INSERT INTO ${item}_words (${item}_words, rank) VALUES ('secure-delete', 1)`,
  `INSERT INTO ${item}_words (rowid, tenant, body, context) SELECT rowid, tenant,
     CASE body WHEN '' THEN '' ELSE substr(tenant, 1, 11) || replace(body, ' ', ' ' || substr(tenant, 1, 11)) END,
     CASE context WHEN '' THEN '' ELSE substr(tenant, 1, 11) || replace(context, ' ', ' ' || substr(tenant, 1, 11)) END
     FROM ${item}_text`,
  `DROP TABLE ${item}_text`,
  `ALTER TABLE ${item}_words RENAME TO ${item}_text`,
]);

function* putText(entry: TextEntry): Step<void> {
  const prefix = wordPrefix(entry.tenant);
  const prefixed = (words: readonly string[]) => words.map((word) => prefix + word).join(" ");
  yield* send(SQL[entry.item].put, [
    tenantToken(entry.tenant),
    prefixed(entry.body),
    prefixed(entry.context),
    entry.tenant,
    entry.id,
  ]);
}

function* removeText(item: Item, tenant: string, id: string): Step<number> {
  return yield* run(SQL[item].remove, [tenant, id]);
}

/** All words of a field are asked for at once, and answered in their order. */
function* postings(query: PostingsQuery): Step<readonly Postings[]> {
  const bodies = yield* postingsIn("body", query);
  const common = new Set(
    bodies.filter(({ seqs }) => seqs.length >= query.cap).map(({ term }) => term),
  );
  const terms = query.terms.filter((term) => !common.has(term));
  return [...bodies, ...(yield* postingsIn("context", { ...query, terms }))];
}

function* postingsIn(
  field: Postings["field"],
  { item, tenant, terms, cap }: PostingsQuery,
): Step<readonly Postings[]> {
  if (terms.length === 0) return [];
  const matches = terms.map((term) => matchOf(tenant, field, term));
  const rows = yield* all(SQL[item].find, [cap, JSON.stringify(matches)]);
  return terms.map((term, at) => {
    const row = rows[at];
    return { field, term, seqs: row === undefined ? [] : numbers(row, "seqs") };
  });
}

/** The only place a search word becomes FTS5 syntax: as a quoted string, so no word is ever an operator. */
function matchOf(tenant: string, field: "body" | "context", term: string): string {
  return `${field} : "${wordPrefix(tenant)}${term.replaceAll('"', '""')}"`;
}

function* putVector({ item, tenant, id, model, vector }: VectorEntry): Step<void> {
  yield* send(SQL[item].putVector, [tenant, id, model, vector.length, bytesOf(vector), tenant, id]);
}

/** The removal is written down, so that every process takes the row out of the table it holds. */
function* removeVectors(item: Item, tenant: string, id: string): Step<void> {
  yield* send(
    `INSERT INTO vector_removals (tenant, item, item_seq)
       SELECT tenant, item, item_seq FROM vectors WHERE tenant = ? AND item = ? AND item_id = ?`,
    [tenant, item, id],
  );
  yield* send("DELETE FROM vectors WHERE tenant = ? AND item = ? AND item_id = ?", [
    tenant,
    item,
    id,
  ]);
}

const OPTIMIZED = [
  "INSERT INTO memory_text (memory_text) VALUES ('optimize')",
  "INSERT INTO message_text (message_text) VALUES ('optimize')",
] as const;

/** Freed pages are zeroed as they are freed; what stays are index segments and the log. */
function* scrub(): Step<boolean> {
  for (const sql of OPTIMIZED) yield* send(sql, []);
  const row = yield* first("PRAGMA wal_checkpoint(TRUNCATE)", []);
  return row === undefined || number(row, "busy") === 0;
}
