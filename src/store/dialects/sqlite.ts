// What only SQLite does: FTS5 for words, a scan of a per-tenant table for vectors.

import type { Item } from "../../model/change-set.ts";
import { number } from "../columns.ts";
import { first, type Step, send } from "../database.ts";
import type { Dialect, VectorEntry } from "../dialect.ts";
import { bytesOf, type SqliteVectors } from "../sqlite-vectors.ts";
import {
  sqliteWords,
  WAITING_WORDS,
  WORD_TABLES,
  WORDS_BY_TENANT,
  WORDS_FROM_ROWS,
} from "./sqlite-words.ts";

const PUT_VECTOR = {
  memory: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
             SELECT ?, 'memory', ?, ?, ?, seq, ? FROM memories WHERE tenant = ? AND id = ?`,
  message: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
              SELECT ?, 'message', ?, ?, ?, seq, ? FROM messages WHERE tenant = ? AND id = ?`,
} as const satisfies Record<Item, string>;

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
      "@waiting-words": WAITING_WORDS,
      "@smaller-indexes": SMALLER_INDEXES,
      "@words-from-rows": WORDS_FROM_ROWS,
      "@more-words-at-once": [],
    },
    skipLocked: "",
    ...sqliteWords(),
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
  ...WORD_TABLES,
  `CREATE TABLE vectors (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL, item text NOT NULL, item_id text NOT NULL,
     model text NOT NULL, dims bigint NOT NULL, item_seq bigint NOT NULL, vector blob NOT NULL,
     UNIQUE (tenant, item, item_id, model))`,
  "CREATE INDEX vectors_tail ON vectors (tenant, item, model, dims, seq)",
  `CREATE TABLE vector_removals (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL, item text NOT NULL,
     item_seq bigint NOT NULL)`,
  "CREATE INDEX vector_removals_tail ON vector_removals (tenant, item, seq)",
];

/**
 * Every change writes each index, and half of these was what is looked for in the row anyway: what is of one moment is
 * put in the order of its ids when it is read, and the vectors of an item are of one model, while it is not exchanged.
 */
const SMALLER_INDEXES = [
  "DROP INDEX memories_newest",
  "CREATE INDEX memories_newest ON memories (tenant, created_at)",
  "DROP INDEX memories_subject",
  "CREATE INDEX memories_subject ON memories (tenant, subject, created_at)",
  "DROP INDEX memories_user",
  "CREATE INDEX memories_user ON memories (tenant, user_id, created_at)",
  "DROP INDEX vectors_tail",
  "CREATE INDEX vectors_tail ON vectors (tenant, item, seq)",
];

function* putVector({ item, tenant, id, model, vector }: VectorEntry): Step<void> {
  yield* send(PUT_VECTOR[item], [tenant, id, model, vector.length, bytesOf(vector), tenant, id]);
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
