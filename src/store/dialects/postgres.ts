// What only PostgreSQL does: `tsvector` for words, pgvector for meaning. Exact inside the tenant: an approximate
// index over all tenants, filtered afterwards, was measured to lose nine of ten right answers.

import type { Item } from "../../model/change-set.ts";
import { number, numbers } from "../columns.ts";
import { all, type Query, run, type Step, send } from "../database.ts";
import type {
  Dialect,
  Meeting,
  Near,
  NearestQuery,
  Postings,
  PostingsQuery,
  Ranked,
  TextEntry,
  VectorEntry,
} from "../dialect.ts";
import { wordPrefix } from "../tenant-token.ts";

const SQL = {
  memory: {
    put: `INSERT INTO memory_text (tenant, id, seq, words)
            SELECT m.tenant, m.id, m.seq, CAST(? AS tsvector) FROM memories m WHERE m.tenant = ? AND m.id = ?`,
    remove: "DELETE FROM memory_text WHERE tenant = ? AND id = ?",
    find: `SELECT q.n, CAST(json_agg(f.seq) AS text) AS seqs
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) WITH ORDINALITY AS q(match, n)
             CROSS JOIN LATERAL (SELECT x.seq FROM memory_text x
               WHERE x.tenant = ? AND x.words @@ CAST(q.match AS tsquery) ORDER BY x.seq DESC LIMIT ?) f
             GROUP BY q.n`,
    putVector: `INSERT INTO vectors (tenant, item, item_id, model, dims, vector)
                  SELECT m.tenant, 'memory', m.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS vector) FROM memories m
                  WHERE m.tenant = ? AND m.id = ? FOR SHARE OF m`,
    near: `WITH near AS MATERIALIZED (
             SELECT m.seq, 1 - (v.vector <=> CAST(? AS vector)) AS score
             FROM (SELECT item_id, vector FROM vectors
               WHERE tenant = ? AND item = 'memory' AND model = ? AND dims = ?) v
             FULL JOIN (SELECT m.seq, m.id FROM memories m WHERE `,
    cosines: `SELECT m.seq, 1 - (v.vector <=> CAST(? AS vector)) AS score
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) AS wanted(value)
             JOIN memories m ON m.seq = CAST(wanted.value AS bigint)
             JOIN vectors v ON v.tenant = m.tenant AND v.item = 'memory' AND v.item_id = m.id
             WHERE m.tenant = ? AND v.model = ? AND v.dims = ?`,
  },
  message: {
    put: `INSERT INTO message_text (tenant, id, seq, words)
            SELECT m.tenant, m.id, m.seq, CAST(? AS tsvector) FROM messages m WHERE m.tenant = ? AND m.id = ?`,
    remove: "DELETE FROM message_text WHERE tenant = ? AND id = ?",
    find: `SELECT q.n, CAST(json_agg(f.seq) AS text) AS seqs
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) WITH ORDINALITY AS q(match, n)
             CROSS JOIN LATERAL (SELECT x.seq FROM message_text x
               WHERE x.tenant = ? AND x.words @@ CAST(q.match AS tsquery) ORDER BY x.seq DESC LIMIT ?) f
             GROUP BY q.n`,
    putVector: `INSERT INTO vectors (tenant, item, item_id, model, dims, vector)
                  SELECT m.tenant, 'message', m.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS vector) FROM messages m
                  WHERE m.tenant = ? AND m.id = ? FOR SHARE OF m`,
    near: `WITH near AS MATERIALIZED (
             SELECT m.seq, 1 - (v.vector <=> CAST(? AS vector)) AS score
             FROM (SELECT item_id, vector FROM vectors
               WHERE tenant = ? AND item = 'message' AND model = ? AND dims = ?) v
             FULL JOIN (SELECT m.seq, m.id FROM messages m WHERE `,
    cosines: `SELECT m.seq, 1 - (v.vector <=> CAST(? AS vector)) AS score
             FROM jsonb_array_elements_text(CAST(? AS jsonb)) AS wanted(value)
             JOIN messages m ON m.seq = CAST(wanted.value AS bigint)
             JOIN vectors v ON v.tenant = m.tenant AND v.item = 'message' AND v.item_id = m.id
             WHERE m.tenant = ? AND v.model = ? AND v.dims = ?`,
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

export const VECTOR_EXTENSION = "CREATE EXTENSION IF NOT EXISTS vector";

/** Narrow, with the vectors kept in the row where they fit, so that one tenant's scan reads few pages. */
export const VECTOR_TABLES = [
  `CREATE TABLE vectors (tenant text NOT NULL, item text NOT NULL, item_id text NOT NULL,
     model text NOT NULL, dims bigint NOT NULL, vector vector NOT NULL, PRIMARY KEY (tenant, item, item_id, model))`,
  "ALTER TABLE vectors ALTER COLUMN vector SET STORAGE MAIN",
];

/** Where the extension is missing, the table stands empty so that queries over it still hold. */
export const BYTES_TABLE = `CREATE TABLE IF NOT EXISTS vectors (tenant text NOT NULL, item text NOT NULL,
  item_id text NOT NULL, model text NOT NULL, dims bigint NOT NULL, vector bytea NOT NULL,
  PRIMARY KEY (tenant, item, item_id, model))`;

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
    anyNumberOf: (column) =>
      `${column} = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(CAST(? AS jsonb)) AS bigint)))`,
    numbered: NUMBERED,
    seqColumn: "seq bigint GENERATED ALWAYS AS IDENTITY,",
    own: {
      "@indexes": TEXT_TABLES,
      "@in-order": IN_ORDER,
      "@words-by-tenant": [],
      "@words-by-field": WORDS_BY_FIELD,
    },
    skipLocked: "FOR UPDATE SKIP LOCKED",
    putText,
    removeText,
    postings,
    scrub,
    ...meaning,
  };
}

function* putText(entry: TextEntry): Step<void> {
  const lexemes = [
    ...entry.body.map((word) => lexeme(entry.tenant, "body", word)),
    ...entry.context.map((word) => lexeme(entry.tenant, "context", word)),
  ];
  yield* send(SQL[entry.item].put, [lexemes.join(" "), entry.tenant, entry.id]);
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

/**
 * Of a tenant that it has not counted yet PostgreSQL expects one row, and would look through all its memories for each
 * of its vectors. A full join it never makes row by row, as long as it cannot tell that we want an inner one.
 */
const BOTH_SIDES = "WHERE coalesce(m.seq, 0) <> 0 AND coalesce(v.item_id, '') <> ''";

const WITH_VECTORS = {
  /** For an item that is there, and stays there until this is committed: no vector outlives what it was made of. */
  *putVector({ tenant, item, id, model, vector }: VectorEntry): Step<void> {
    yield* send(
      `${SQL[item].putVector}
       ON CONFLICT (tenant, item, item_id, model) DO UPDATE SET vector = excluded.vector, dims = excluded.dims`,
      [model, vector.length, sendable(vector), tenant, id],
    );
  },
  *removeVectors(item: Item, tenant: string, id: string): Step<void> {
    yield* send("DELETE FROM vectors WHERE tenant = ? AND item = ? AND item_id = ?", [
      tenant,
      item,
      id,
    ]);
  },
  *nearest(query: NearestQuery, wanted: Meeting, limit: number): Step<readonly Near[]> {
    const condition = wanted.condition();
    const rows = yield* all(
      `${SQL[query.item].near}${condition.sql}) m ON m.id = v.item_id ${BOTH_SIDES})
         SELECT seq, score FROM near ORDER BY score DESC, seq LIMIT ?`,
      [
        sendable(query.vector),
        query.tenant,
        query.model,
        query.vector.length,
        ...condition.values,
        limit,
      ],
    );
    return rows.map((row) => ({ seq: number(row, "seq"), score: number(row, "score") }));
  },
  *cosines(query: NearestQuery, seqs: readonly number[]): Step<ReadonlyMap<number, number>> {
    const { tenant, model, vector } = query;
    const rows = yield* all(SQL[query.item].cosines, [
      sendable(vector),
      JSON.stringify(seqs),
      tenant,
      model,
      vector.length,
    ]);
    return new Map(rows.map((row) => [number(row, "seq"), number(row, "score")]));
  },
  *ranked(query: NearestQuery, seqs: readonly number[]): Step<Ranked> {
    return inOrder(yield* this.cosines(query, seqs));
  },
};

function inOrder(cosines: ReadonlyMap<number, number>): Ranked {
  const sorted = [...cosines]
    .map(([seq, score]) => ({ seq, score }))
    .sort((one, other) => other.score - one.score || one.seq - other.seq);
  return { take: (count) => sorted.splice(0, count) };
}

const HEAD_BYTES = 4;
const NO_QUERIES: readonly Query[] = [];

/** Without the extension words still find; the store says so once when it opens. */
const WITHOUT_VECTORS = {
  *putVector(): Step<void> {
    yield* NO_QUERIES;
  },
  *removeVectors(): Step<void> {
    yield* NO_QUERIES;
  },
  *nearest(): Step<readonly Near[]> {
    yield* NO_QUERIES;
    return [];
  },
  *cosines(): Step<ReadonlyMap<number, number>> {
    yield* NO_QUERIES;
    return new Map();
  },
  *ranked(): Step<Ranked> {
    yield* NO_QUERIES;
    return inOrder(new Map());
  },
};

/** As pgvector sends it: how many, two bytes for later, the numbers. As text it took longer than the rest of its row. */
function sendable(vector: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES + vector.byteLength));
  bytes.setInt16(0, vector.length);
  vector.forEach((value, at) => {
    bytes.setFloat32(HEAD_BYTES + at * Float32Array.BYTES_PER_ELEMENT, value);
  });
  return new Uint8Array(bytes.buffer);
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
