// The words of items in SQLite. FTS5 makes a piece of its index of what each transaction writes, however little, and
// merges the pieces later: for a single item that costs more than its row and its vector together. So a few new items
// wait in a list beside the index, which every search reads too, and go into it many at once.

import type { Item } from "../../model/change-set.ts";
import { number, numbers, text } from "../columns.ts";
import { all, first, run, type Step, send } from "../database.ts";
import type { Postings, PostingsQuery, TextEntry } from "../dialect.ts";
import { tenantToken, wordPrefix } from "../tenant-token.ts";

/** So many wait at most, give or take those of one transaction. */
const MOST_WAITING = 32;
/** So many items of one transaction are worth a piece of the index, and so many words: a search reads all that wait. */
const ITEMS_OF_A_PIECE = 16;
const WORDS_OF_A_PIECE = 500;

const TOKENIZER = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"`;
const ITEMS = ["memory", "message"] as const satisfies readonly Item[];

const SQL = {
  memory: sqlOf("memory", "memories"),
  message: sqlOf("message", "messages"),
} as const satisfies Record<Item, object>;

/**
 * `put` is of one row by its form, so SQLite needs no way to undo it by itself: see `commit/words.ts`. Words without an
 * item are refused: text is no number of a row. `waiting` is the highest first, as three lists in one row: a row for each
 * costs three times as much.
 */
function sqlOf(item: Item, table: "memories" | "messages") {
  const seq = `(SELECT seq FROM ${table} WHERE tenant = ? AND id = ?)`;
  return {
    put: `INSERT INTO ${item}_text (tenant, body, context, rowid) VALUES (?, ?, ?, coalesce(${seq}, 'no row'))`,
    wait: `INSERT INTO ${item}_waiting (tenant, body, context, item_seq) VALUES (?, ?, ?, ${seq}) RETURNING seq`,
    waiting: `SELECT json_group_array(item_seq) AS seqs, group_concat(body, char(10)) AS body,
        group_concat(context, char(10)) AS context
      FROM (SELECT item_seq, body, context FROM ${item}_waiting WHERE tenant = ? ORDER BY item_seq DESC)`,
    remove: `DELETE FROM ${item}_text WHERE rowid = ${seq}`,
    forget: `DELETE FROM ${item}_waiting WHERE item_seq = ${seq}`,
    find: `SELECT (SELECT json_group_array(rowid) FROM (SELECT rowid FROM ${item}_text
        WHERE ${item}_text MATCH wanted.value ORDER BY rowid DESC LIMIT ?)) AS seqs FROM json_each(?) AS wanted`,
  };
}

export const WORD_TABLES = ITEMS.flatMap((item) => [
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
export const WORDS_BY_TENANT = ITEMS.flatMap((item) => [
  `CREATE VIRTUAL TABLE ${item}_words USING fts5(tenant, body, context, ${TOKENIZER})`,
  `INSERT INTO ${item}_words (${item}_words, rank) VALUES ('secure-delete', 1)`,
  `INSERT INTO ${item}_words (rowid, tenant, body, context) SELECT rowid, tenant, ${prefixed("body")},
     ${prefixed("context")} FROM ${item}_text`,
  `DROP TABLE ${item}_text`,
  `ALTER TABLE ${item}_words RENAME TO ${item}_text`,
]);

/** Numbered without gaps as they come, whichever process writes them. */
export const WAITING_WORDS = ITEMS.map(
  (
    item,
  ) => `CREATE TABLE ${item}_waiting (seq INTEGER PRIMARY KEY AUTOINCREMENT, tenant text NOT NULL,
     item_seq bigint NOT NULL, body text NOT NULL, context text NOT NULL)`,
);

/**
 * What takes all that wait into the index. Whose words stand there already, as in a file that was damaged, has the newer
 * ones: refused, it would keep everybody after it from being stored.
 */
export const LET_IN = {
  memory: letIn("memory"),
  message: letIn("message"),
} as const satisfies Record<Item, readonly string[]>;

function letIn(item: Item): readonly string[] {
  return [
    `INSERT OR REPLACE INTO ${item}_text (rowid, tenant, body, context) SELECT item_seq, tenant, ${prefixed("body")},
       ${prefixed("context")} FROM ${item}_waiting ORDER BY item_seq, seq`,
    `DELETE FROM ${item}_waiting`,
  ];
}

export function* putText(entries: readonly TextEntry[]): Step<void> {
  for (const item of ITEMS) {
    const own = entries.filter((entry) => entry.item === item);
    if (areAPiece(own)) for (const entry of own) yield* putIn(entry);
    else if (yield* leaveWaiting(own)) for (const sql of LET_IN[item]) yield* send(sql, []);
  }
}

function areAPiece(entries: readonly TextEntry[]): boolean {
  if (entries.length >= ITEMS_OF_A_PIECE) return true;
  const words = entries.reduce((sum, { body, context }) => sum + body.length + context.length, 0);
  return words >= WORDS_OF_A_PIECE;
}

function* putIn(entry: TextEntry): Step<void> {
  const prefix = wordPrefix(entry.tenant);
  const own = (words: readonly string[]) => words.map((word) => prefix + word).join(" ");
  yield* send(SQL[entry.item].put, [
    ...[tenantToken(entry.tenant), own(entry.body), own(entry.context)],
    ...[entry.tenant, entry.id],
  ]);
}

/** Whether it is time to let them all into the index. */
function* leaveWaiting(entries: readonly TextEntry[]): Step<boolean> {
  let isTime = false;
  for (const { item, tenant, id, body, context } of entries) {
    const words = [tenantToken(tenant), body.join(" "), context.join(" ")];
    const row = yield* first(SQL[item].wait, [...words, tenant, id]);
    isTime ||= row !== undefined && number(row, "seq") % MOST_WAITING === 0;
  }
  return isTime;
}

export function* removeText(item: Item, tenant: string, id: string): Step<number> {
  const waiting = yield* run(SQL[item].forget, [tenant, id]);
  return waiting + (yield* run(SQL[item].remove, [tenant, id]));
}

/** Words that wait, the highest row first. */
type Waiting = Readonly<{ seqs: readonly number[]; body: Lines; context: Lines }>;
/** Of each row its words, with a space between them. */
type Lines = readonly string[];

/** All words of a field are asked for at once, and answered in their order. */
export function* postings(query: PostingsQuery): Step<readonly Postings[]> {
  const waiting = yield* waitingOf(query);
  const bodies = yield* postingsIn("body", query, waiting);
  const common = new Set(
    bodies.filter(({ seqs }) => seqs.length >= query.cap).map(({ term }) => term),
  );
  const terms = query.terms.filter((term) => !common.has(term));
  return [...bodies, ...(yield* postingsIn("context", { ...query, terms }, waiting))];
}

function* waitingOf({ item, tenant }: PostingsQuery): Step<Waiting> {
  const row = yield* first(SQL[item].waiting, [tenantToken(tenant)]);
  const seqs = row === undefined ? [] : numbers(row, "seqs");
  if (row === undefined || seqs.length === 0) return { seqs, body: [], context: [] };
  const lines = (field: Postings["field"]) => text(row, field).split("\n");
  return { seqs, body: lines("body"), context: lines("context") };
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
    const others = waiting.seqs.filter((_, line) => holds(waiting[field][line] ?? "", term));
    return { field, term, seqs: highestFirst(others, indexed).slice(0, cap) };
  });
}

/** Most lines do not hold even its letters. */
function holds(line: string, word: string): boolean {
  return line.includes(word) && ` ${line} `.includes(` ${word} `);
}

/** Two lists that are in order, as one; mostly one of them is empty. */
function highestFirst(some: readonly number[], others: readonly number[]): readonly number[] {
  if (some.length === 0) return others;
  const merged: number[] = [];
  let at = 0;
  for (const seq of others) {
    for (; (some[at] ?? 0) > seq; at++) merged.push(some[at] ?? 0);
    merged.push(seq);
  }
  return [...merged, ...some.slice(at)];
}

/** The only place a search word becomes FTS5 syntax: as a quoted string, so no word is ever an operator. */
function matchOf(tenant: string, field: "body" | "context", term: string): string {
  return `${field} : "${wordPrefix(tenant)}${term.replaceAll('"', '""')}"`;
}
