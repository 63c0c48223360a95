// What only PostgreSQL does: `tsvector` for words, and for meaning what is in `postgres-vectors.ts`.

import type { Item } from "../../model/change-set.ts";
import { byTenant } from "../by-tenant.ts";
import { number, numbers } from "../columns.ts";
import { all, jsonRows, run, type Step, send } from "../database.ts";
import type { Dialect, Postings, PostingsQuery, TextEntry } from "../dialect.ts";
import { wordPrefix, wordsOf } from "../search/text-entry.ts";
import { WITH_VECTORS, WITHOUT_VECTORS } from "../vectors/postgres-vectors.ts";

const SQL = {
  memory: {
    put: `INSERT INTO memory_text (tenant, id, seq, words)
            SELECT m.tenant, m.id, m.seq, CAST(? AS tsvector) FROM memories m WHERE m.tenant = ? AND m.id = ?`,
    putAll: `INSERT INTO memory_text (tenant, id, seq, words)
               SELECT m.tenant, m.id, m.seq, CAST(line.value ->> 0 AS tsvector)
               FROM jsonb_array_elements(CAST(? AS jsonb)) line CROSS JOIN LATERAL
                 (SELECT tenant, id, seq FROM memories WHERE tenant = ? AND id = line.value ->> 1 OFFSET 0) m`,
    remove: "DELETE FROM memory_text WHERE tenant = ? AND id = ?",
    find: `SELECT q.n, CAST(json_agg(f.seq) AS text) AS seqs
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) WITH ORDINALITY AS q(match, n)
             CROSS JOIN LATERAL (SELECT x.seq FROM memory_text x
               WHERE x.tenant = ? AND x.words @@ CAST(q.match AS tsquery) ORDER BY x.seq DESC LIMIT ?) f
             GROUP BY q.n`,
  },
  message: {
    put: `INSERT INTO message_text (tenant, id, seq, words)
            SELECT m.tenant, m.id, m.seq, CAST(? AS tsvector) FROM messages m WHERE m.tenant = ? AND m.id = ?`,
    putAll: `INSERT INTO message_text (tenant, id, seq, words)
               SELECT m.tenant, m.id, m.seq, CAST(line.value ->> 0 AS tsvector)
               FROM jsonb_array_elements(CAST(? AS jsonb)) line CROSS JOIN LATERAL
                 (SELECT tenant, id, seq FROM messages WHERE tenant = ? AND id = line.value ->> 1 OFFSET 0) m`,
    remove: "DELETE FROM message_text WHERE tenant = ? AND id = ?",
    find: `SELECT q.n, CAST(json_agg(f.seq) AS text) AS seqs
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) WITH ORDINALITY AS q(match, n)
             CROSS JOIN LATERAL (SELECT x.seq FROM message_text x
               WHERE x.tenant = ? AND x.words @@ CAST(q.match AS tsquery) ORDER BY x.seq DESC LIMIT ?) f
             GROUP BY q.n`,
  },
} as const satisfies Record<Item, Record<string, string>>;

const NUMBERED = {
  memory: `jsonb_array_elements_text(CAST(? AS jsonb)) AS wanted(value)
    JOIN memories m ON m.seq = CAST(wanted.value AS bigint)`,
  message: `jsonb_array_elements_text(CAST(? AS jsonb)) AS wanted(value)
    JOIN messages m ON m.seq = CAST(wanted.value AS bigint)`,
} as const satisfies Record<Item, string>;

/** The number of the row is kept beside its words: a join for it went wrong whenever the planner had no statistics. */
const TEXT_TABLES = [
  "CREATE UNIQUE INDEX memories_seq ON memories (tenant, seq)",
  "CREATE UNIQUE INDEX messages_seq ON messages (tenant, seq)",
  `CREATE TABLE memory_text (tenant text NOT NULL, id text NOT NULL, seq bigint NOT NULL, words tsvector NOT NULL,
     PRIMARY KEY (tenant, id))`,
  "CREATE INDEX memory_text_words ON memory_text USING gin (words)",
  `CREATE TABLE message_text (tenant text NOT NULL, id text NOT NULL, seq bigint NOT NULL, words tsvector NOT NULL,
     PRIMARY KEY (tenant, id))`,
  "CREATE INDEX message_text_words ON message_text USING gin (words)",
];

const IN_ORDER = [
  "CREATE INDEX history_in_order ON history (tenant, seq)",
  "CREATE INDEX messages_in_order ON messages (tenant, seq)",
  `CREATE INDEX pair_fingerprints_in_order ON pair_fingerprints (tenant, pair COLLATE "C")`,
];

/** Before, each field was a weight, and the tenant a word beside the others. */
const WORDS_BY_FIELD = ["memory_text", "message_text"].map(
  (table) => `UPDATE ${table} SET words = (
     SELECT array_to_tsvector(coalesce(array_agg(left(t.lexeme, 11) || f.letter || w.lexeme), '{}'))
     FROM unnest(words) AS t(lexeme, places, weights), unnest(words) AS w(lexeme, places, weights),
       (VALUES ('A', 'a'), ('B', 'b')) AS f(weight, letter)
     WHERE 'C' = ANY (t.weights) AND f.weight = ANY (w.weights))`,
);

/**
 * New words wait in a list before they go into the index, and every search reads all of that list for each of its words.
 * By default it grows to 4 MB; the shorter it is, the more often whoever adds takes the same word to the same place.
 */
function wordsWaiting(kilobytes: 64 | 256): readonly string[] {
  return ["memory_text_words", "message_text_words"].map(
    (index) => `ALTER INDEX ${index} SET (gin_pending_list_limit = ${kilobytes})`,
  );
}

/** Strict, so that a list on the way is not looked into; silent, so that nothing there is null. */
const AT_PATH = `jsonb_path_query_first(CAST(m.metadata AS jsonb), CAST('strict ' || CAST(? AS text) AS jsonpath),
  '{}', true)`;
const METADATA = {
  type: `coalesce(nullif(jsonb_typeof(${AT_PATH}), 'boolean'), ${AT_PATH} #>> '{}')`,
  text: `(CASE jsonb_typeof(${AT_PATH}) WHEN 'string' THEN ${AT_PATH} #>> '{}' END) COLLATE "C"`,
  number: `CASE jsonb_typeof(${AT_PATH}) WHEN 'number' THEN CAST(${AT_PATH} #>> '{}' AS double precision) END`,
};

export function postgresDialect(vectors: "ready" | "unavailable"): Dialect {
  const meaning = vectors === "ready" ? WITH_VECTORS : WITHOUT_VECTORS;
  return {
    name: "postgres",
    anyOf: (column) =>
      `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(? AS jsonb))))`,
    elements: "jsonb_array_elements(CAST(? AS jsonb))",
    seqsOf: (select) =>
      `SELECT CAST(coalesce(json_agg(seq), '[]') AS text) AS seqs FROM (${select}) AS chosen`,
    few: 256,
    unindexed: (column) => column,
    bytewise: (column) => `${column} COLLATE "C"`,
    metadata: METADATA,
    anyNumberOf: (column) =>
      `${column} = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(CAST(? AS jsonb)) AS bigint)))`,
    numbered: NUMBERED,
    seqColumn: "seq bigint GENERATED ALWAYS AS IDENTITY,",
    own: {
      "@indexes": TEXT_TABLES,
      "@in-order": IN_ORDER,
      "@words-by-tenant": [],
      "@words-by-field": WORDS_BY_FIELD,
      "@words-at-once": wordsWaiting(64),
      "@waiting-words": [],
      "@smaller-indexes": [],
      "@words-from-rows": [],
      "@more-words-at-once": wordsWaiting(256),
    },
    skipLocked: "FOR UPDATE SKIP LOCKED",
    putText,
    removeText,
    postings,
    scrub,
    ...meaning,
  };
}

function* putText(entries: readonly TextEntry[]): Step<void> {
  for (const item of ["memory", "message"] as const) {
    const filed = entries.filter((entry) => entry.item === item && entry.filing !== "never");
    const lines = filed.map((entry) => ({
      tenant: entry.tenant,
      item: [lexemesOf(entry), entry.id] as const,
    }));
    for (const [tenant, own] of byTenant(lines)) {
      const [only, ...others] = own;
      if (others.length > 0) yield* send(SQL[item].putAll, [jsonRows(own), tenant]);
      else if (only !== undefined) yield* send(SQL[item].put, [only[0], tenant, only[1]]);
    }
  }
}

function lexemesOf(entry: TextEntry): string {
  const { body, context } = wordsOf(entry);
  const lexemes = [
    ...body.map((word) => lexeme(entry.tenant, "body", word)),
    ...context.map((word) => lexeme(entry.tenant, "context", word)),
  ];
  return lexemes.join(" ");
}

function* removeText(item: Item, tenant: string, id: string): Step<number> {
  return yield* run(SQL[item].remove, [tenant, id]);
}

const FIELD = { body: "a", context: "b" } as const satisfies Record<Postings["field"], string>;

/**
 * A word of one tenant's in one field, so that the index alone knows its rows: a word with a weight would be looked up
 * in every row that has it, and one of all tenants be met with all rows of this one. The only place where a word becomes
 * `tsvector` or `tsquery` syntax: quoted.
 */
function lexeme(tenant: string, field: Postings["field"], word: string): string {
  const whole = `${wordPrefix(tenant)}${FIELD[field]}${word}`;
  return `'${whole.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** All words in one round trip. */
function* postings(query: PostingsQuery): Step<readonly Postings[]> {
  const wanted = (["body", "context"] as const).flatMap((field) =>
    query.terms.map((term) => ({ field, term })),
  );
  const matches = wanted.map(({ field, term }) => lexeme(query.tenant, field, term));
  const rows = yield* all(SQL[query.item].find, [JSON.stringify(matches), query.tenant, query.cap]);
  const found = new Map(rows.map((row) => [number(row, "n"), numbers(row, "seqs")]));
  return wanted.map((word, index) => ({ ...word, seqs: found.get(index + 1) ?? [] }));
}

/** The server's own log and backups keep what they hold until their horizon; that is the operator's to set. */
const VACUUMED = `VACUUM memories, memory_versions, memory_tags, memory_sources, relations, untied, history, file_outbox,
  messages, reviews, jobs, activities, checkpoints, vectors, memory_text, message_text,
  graph_checkpoints, graph_values, graph_writes, documents, document_folders, document_versions, document_vectors,
  session_items`;

function* scrub(): Step<boolean> {
  yield* send(VACUUMED, []);
  return true;
}
