// What SQLite does in its own way: its tables, its word index, its vectors.

import { z } from "zod";
import type { Item } from "../../model/change-set.ts";
import { memoize } from "../../model/memoize.ts";
import { number, numbers, text } from "../columns.ts";
import { all, first, run, type Step, send } from "../database.ts";
import type { Dialect, Postings, PostingsQuery, TextEntry, VectorEntry } from "../dialect.ts";
import {
  aroundMemory,
  tenantToken,
  type Words,
  wordPrefix,
  wordsOf,
} from "../search/text-entry.ts";
import { bytesOf, type SqliteVectors } from "../vectors/sqlite-vectors.ts";

/** After so many of one process all that wait go in. */
const MOST_WAITING = 32;
/** So many items of one transaction are worth a piece of the index, and so many letters: a search reads all that wait. */
const ITEMS_OF_A_PIECE = 16;
const LETTERS_OF_A_PIECE = 3_000;

const TOKENIZER = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"`;
const ITEMS = ["memory", "message"] as const satisfies readonly Item[];

/** What words are made of, as it stands in the row. */
const SAID = {
  memory: "json_array(text, title, category, section, tags)",
  message: "json_array(text, context)",
} as const satisfies Record<Item, string>;

/** Rows behind the mark: without one, as in a file that was damaged, all of them. */
const WAITS = {
  memory: "seq > coalesce((SELECT seq FROM indexed_up_to WHERE item = 'memory'), 0)",
  message:
    "seq > coalesce((SELECT seq FROM indexed_up_to WHERE item = 'message'), 0) AND searchable = 1",
} as const satisfies Record<Item, string>;

const SQL = {
  memory: sqlOf("memory", "memories"),
  message: sqlOf("message", "messages"),
} as const satisfies Record<Item, object>;

/**
 * `put` is of one row by its form, so SQLite needs no way to undo it by itself: see `commit/words.ts`. Words that stand
 * there already, as in a file that was damaged, are replaced: refused, they would keep everybody after them from being
 * stored. `waiting` is the highest first, as two lists in one row: a row for each costs three times as much.
 */
function sqlOf(item: Item, table: "memories" | "messages") {
  const seq = `(SELECT seq FROM ${table} WHERE tenant = ? AND id = ?)`;
  return {
    seq: `SELECT seq FROM ${table} WHERE tenant = ? AND id = ?`,
    put: `INSERT OR REPLACE INTO ${item}_text (rowid, tenant, body, context) VALUES (?, ?, ?, ?)`,
    remove: `DELETE FROM ${item}_text WHERE rowid = ${seq}`,
    behind: `SELECT seq, tenant, id FROM ${table} WHERE ${WAITS[item]} ORDER BY seq`,
    said: `SELECT seq, ${SAID[item]} AS said FROM ${table} WHERE seq IN (SELECT value FROM json_each(?))`,
    mark: `INSERT OR REPLACE INTO indexed_up_to (item, seq) SELECT '${item}', coalesce(max(seq), 0) FROM ${table}`,
    waiting: `SELECT json_group_array(seq) AS seqs, group_concat(said, char(10)) AS said
      FROM (SELECT seq, ${SAID[item]} AS said FROM ${table} WHERE ${WAITS[item]} AND +tenant = ? ORDER BY seq DESC)`,
    find: `SELECT (SELECT json_group_array(rowid) FROM (SELECT rowid FROM ${item}_text
        WHERE ${item}_text MATCH wanted.value ORDER BY rowid DESC LIMIT ?)) AS seqs FROM json_each(?) AS wanted`,
  };
}

const WORD_TABLES = ITEMS.flatMap((item) => [
  `CREATE VIRTUAL TABLE ${item}_text USING fts5(tenant, body, context, ${TOKENIZER})`,
  `INSERT INTO ${item}_text (${item}_text, rank) VALUES ('secure-delete', 1)`,
]);

/** Of words that have no prefix yet. */
const prefixed = (column: "body" | "context") =>
  `CASE ${column} WHEN '' THEN '' ELSE substr(tenant, 1, 11) || replace(${column}, ' ', ' ' || substr(tenant, 1, 11)) END`;

/**
 * Each word begins with its tenant's prefix: reading a word's rows beside the tenant's own list of rows cost five times
 * as much.
 */
const WORDS_BY_TENANT = ITEMS.flatMap((item) => [
  `CREATE VIRTUAL TABLE ${item}_words USING fts5(tenant, body, context, ${TOKENIZER})`,
  `INSERT INTO ${item}_words (${item}_words, rank) VALUES ('secure-delete', 1)`,
  `INSERT INTO ${item}_words (rowid, tenant, body, context) SELECT rowid, tenant, ${prefixed("body")},
     ${prefixed("context")} FROM ${item}_text`,
  `DROP TABLE ${item}_text`,
  `ALTER TABLE ${item}_words RENAME TO ${item}_text`,
]);

/** Numbered without gaps as they come, whichever process writes them. */
const WAITING_WORDS = ITEMS.map(
  (
    item,
  ) => `CREATE TABLE ${item}_waiting (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL,
     item_seq bigint NOT NULL, body text NOT NULL, context text NOT NULL)`,
);

/** All that waited in tables of their own go into the index. */
const WORDS_FROM_ROWS = [
  "CREATE TABLE indexed_up_to (item text PRIMARY KEY, seq bigint NOT NULL)",
  ...ITEMS.flatMap((item) => [
    `INSERT OR REPLACE INTO ${item}_text (rowid, tenant, body, context) SELECT item_seq, tenant, ${prefixed("body")},
       ${prefixed("context")} FROM ${item}_waiting ORDER BY item_seq, seq`,
    `DROP TABLE ${item}_waiting`,
  ]),
  "INSERT INTO indexed_up_to (item, seq) SELECT 'memory', coalesce(max(seq), 0) FROM memories",
  "INSERT INTO indexed_up_to (item, seq) SELECT 'message', coalesce(max(seq), 0) FROM messages",
];

type WordIndex = Pick<Dialect, "putText" | "removeText" | "postings">;

/** What a process that ended left waiting goes in with the first that the next one writes. */
function sqliteWords(): WordIndex {
  const waiting: Record<Item, number> = { memory: MOST_WAITING, message: MOST_WAITING };
  return {
    *putText(entries) {
      for (const entry of entries) if (entry.filing === "again") yield* putAgain(entry);
      for (const item of ITEMS) {
        const fresh = entries.filter((entry) => entry.item === item && entry.filing !== "again");
        waiting[item] += fresh.length;
        const isTime = waiting[item] >= MOST_WAITING || areAPiece(fresh);
        if (fresh.length === 0 || !isTime) continue;
        yield* letIn(item, fresh);
        waiting[item] = 0;
      }
    },
    removeText: (item, tenant, id) => run(SQL[item].remove, [tenant, id]),
    postings,
  };
}

function areAPiece(entries: readonly TextEntry[]): boolean {
  if (entries.length >= ITEMS_OF_A_PIECE) return true;
  const letters = entries.reduce((sum, { text, context }) => sum + text.length + context.length, 0);
  return letters >= LETTERS_OF_A_PIECE;
}

function* putAgain(entry: TextEntry): Step<void> {
  const row = yield* first(SQL[entry.item].seq, [entry.tenant, entry.id]);
  if (row !== undefined) yield* putIn(entry, number(row, "seq"), wordsOf(entry));
}

type Owned = Pick<TextEntry, "item" | "tenant">;

function* putIn({ item, tenant }: Owned, seq: number, { body, context }: Words): Step<void> {
  const prefix = wordPrefix(tenant);
  const own = (words: readonly string[]) => words.map((word) => prefix + word).join(" ");
  yield* send(SQL[item].put, [seq, tenantToken(tenant), own(body), own(context)]);
}

/** All rows behind the mark, which moves to the last row there is. */
function* letIn(item: Item, atHand: readonly TextEntry[]): Step<void> {
  const known = new Map(atHand.map((entry) => [keyOf(entry), entry]));
  const rows = (yield* all(SQL[item].behind, [])).map((row) => {
    const [seq, tenant, id] = [number(row, "seq"), text(row, "tenant"), text(row, "id")];
    return { seq, tenant, entry: known.get(keyOf({ tenant, id })) };
  });
  const unknown = rows.filter(({ entry }) => entry === undefined).map(({ seq }) => seq);
  const read = unknown.length === 0 ? NOTHING_READ : yield* readWords(item, unknown);
  for (const { seq, tenant, entry } of rows) {
    const words = entry === undefined ? read.get(seq) : wordsOf(entry);
    if (words !== undefined) yield* putIn({ item, tenant }, seq, words);
  }
  yield* send(SQL[item].mark, []);
}

const NOTHING_READ: ReadonlyMap<number, Words> = new Map();

function* readWords(item: Item, seqs: readonly number[]): Step<ReadonlyMap<number, Words>> {
  const rows = yield* all(SQL[item].said, [JSON.stringify(seqs)]);
  return new Map(rows.map((row) => [number(row, "seq"), WORDS_IN[item](text(row, "said"))]));
}

function keyOf({ tenant, id }: Readonly<{ tenant: string; id: string }>): string {
  return JSON.stringify([tenant, id]);
}

/** Of all that wait: each search reads them again. */
const ROOM = { characters: 100_000, longest: 5_000 };
const Texts = z.array(z.string().nullable());

const WORDS_IN: Readonly<Record<Item, (said: string) => Words>> = {
  memory: memoize((said) => {
    const [text = "", title, category, section, tags = ""] = textsIn(said);
    return wordsOf({ text, context: aroundMemory([title, category, section, ...textsIn(tags)]) });
  }, ROOM),
  message: memoize((said) => {
    const [text = "", context = ""] = textsIn(said);
    return wordsOf({ text, context });
  }, ROOM),
};

/** What is damaged has no words: it must not keep others from being found, or from being stored. */
function textsIn(json: string): readonly string[] {
  try {
    return Texts.parse(JSON.parse(json)).map((text) => text ?? "");
  } catch {
    return [];
  }
}

/** Of each row that waits its words, the highest first. */
type Waiting = readonly Readonly<{ seq: number; words: Words }>[];

/** All words of a field are asked for at once, and answered in their order. */
function* postings(query: PostingsQuery): Step<readonly Postings[]> {
  const waiting = yield* waitingOf(query);
  const bodies = yield* postingsIn("body", query, waiting);
  const common = new Set(
    bodies.filter(({ seqs }) => seqs.length >= query.cap).map(({ term }) => term),
  );
  const terms = query.terms.filter((term) => !common.has(term));
  return [...bodies, ...(yield* postingsIn("context", { ...query, terms }, waiting))];
}

function* waitingOf({ item, tenant }: PostingsQuery): Step<Waiting> {
  const row = yield* first(SQL[item].waiting, [tenant]);
  const seqs = row === undefined ? [] : numbers(row, "seqs");
  if (row === undefined || seqs.length === 0) return [];
  const said = text(row, "said").split("\n");
  return seqs.map((seq, at) => ({ seq, words: WORDS_IN[item](said[at] ?? "") }));
}

function* postingsIn(
  field: Postings["field"],
  { item, tenant, terms, cap }: PostingsQuery,
  waiting: Waiting,
): Step<readonly Postings[]> {
  if (terms.length === 0) return [];
  const matches = terms.map((term) => matchOf(tenant, field, term));
  const rows = yield* all(SQL[item].find, [cap, JSON.stringify(matches)]);
  return terms.map((term, at) => {
    const row = rows[at];
    const indexed = row === undefined ? [] : numbers(row, "seqs");
    const others = waiting.filter(({ words }) => words[field].includes(term));
    const seqs = highestFirst(
      others.map(({ seq }) => seq),
      indexed,
    ).slice(0, cap);
    return { field, term, seqs };
  });
}

/** Two lists that are in order, as one. What another process lets in between the two questions stands in both. */
function highestFirst(some: readonly number[], others: readonly number[]): readonly number[] {
  if (some.length === 0) return others;
  const merged: number[] = [];
  let at = 0;
  for (const seq of others) {
    for (; (some[at] ?? 0) >= seq; at++) if (some[at] !== seq) merged.push(some[at] ?? 0);
    merged.push(seq);
  }
  return [...merged, ...some.slice(at)];
}

/** The only place a search word becomes FTS5 syntax: as a quoted string, so no word is ever an operator. */
function matchOf(tenant: string, field: "body" | "context", term: string): string {
  return `${field} : "${wordPrefix(tenant)}${term.replaceAll('"', '""')}"`;
}

// What only SQLite does: FTS5 for words, a scan of a per-tenant table for vectors.

const PUT_VECTOR = {
  memory: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
             SELECT ?, 'memory', ?, ?, ?, seq, ? FROM memories WHERE tenant = ? AND id = ?`,
  message: `INSERT OR REPLACE INTO vectors (tenant, item, item_id, model, dims, item_seq, vector)
              SELECT ?, 'message', ?, ?, ?, seq, ? FROM messages WHERE tenant = ? AND id = ?`,
} as const satisfies Record<Item, string>;

const METADATA = {
  type: `CASE json_type(m.metadata, ?) WHEN 'text' THEN 'string' WHEN 'integer' THEN 'number' WHEN 'real' THEN 'number'
    ELSE json_type(m.metadata, ?) END`,
  text: "CASE json_type(m.metadata, ?) WHEN 'text' THEN json_extract(m.metadata, ?) END",
  number:
    "CASE WHEN json_type(m.metadata, ?) IN ('integer', 'real') THEN json_extract(m.metadata, ?) END",
};

export function sqliteDialect(vectors: SqliteVectors): Dialect {
  return {
    name: "sqlite",
    anyOf: (column) => `${column} IN (SELECT value FROM json_each(?))`,
    elements: "json_each(?)",
    seqsOf: (select) => `SELECT json_group_array(seq) AS seqs FROM (${select})`,
    few: 6_000,
    unindexed: (column) => `+${column}`,
    bytewise: (column) => column,
    metadata: METADATA,
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
