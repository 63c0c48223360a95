// Meaning on PostgreSQL, by pgvector. Exact inside the tenant: an approximate index over all tenants, filtered
// afterwards, was measured to lose nine of ten right answers.

import type { Item } from "../../model/change-set.ts";
import { number } from "../columns.ts";
import { all, type Query, type Row, type Step, send } from "../database.ts";
import type { Condition, Meeting, Near, NearestQuery, Ranked, VectorEntry } from "../dialect.ts";

const SQL = {
  memory: {
    putVector: `INSERT INTO vectors (tenant, item, item_id, model, dims, vector)
                  SELECT m.tenant, 'memory', m.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS vector) FROM memories m
                  WHERE m.tenant = ? AND m.id = ? FOR SHARE OF m`,
    best: `WITH near AS MATERIALIZED (
             SELECT item_id, 1 - (vector <=> CAST(? AS vector)) AS score FROM vectors
             WHERE tenant = ? AND item = 'memory' AND model = ? AND dims = ? ORDER BY score DESC LIMIT ?)
           SELECT m.seq, near.score, (SELECT min(score) FROM near) AS least, (SELECT count(*) FROM near) AS ranked
           FROM near CROSS JOIN LATERAL (SELECT * FROM memories WHERE tenant = ? AND id = near.item_id OFFSET 0) m WHERE `,
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
    putVector: `INSERT INTO vectors (tenant, item, item_id, model, dims, vector)
                  SELECT m.tenant, 'message', m.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS vector) FROM messages m
                  WHERE m.tenant = ? AND m.id = ? FOR SHARE OF m`,
    best: `WITH near AS MATERIALIZED (
             SELECT item_id, 1 - (vector <=> CAST(? AS vector)) AS score FROM vectors
             WHERE tenant = ? AND item = 'message' AND model = ? AND dims = ? ORDER BY score DESC LIMIT ?)
           SELECT m.seq, near.score, (SELECT min(score) FROM near) AS least, (SELECT count(*) FROM near) AS ranked
           FROM near CROSS JOIN LATERAL (SELECT * FROM messages WHERE tenant = ? AND id = near.item_id OFFSET 0) m WHERE `,
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

/**
 * Of a tenant that it has not counted yet PostgreSQL expects one row, and would look through all its memories for each
 * of its vectors. A full join it never makes row by row, as long as it cannot tell that we want an inner one.
 */
const BOTH_SIDES = "WHERE coalesce(m.seq, 0) <> 0 AND coalesce(v.item_id, '') <> ''";

export const WITH_VECTORS = {
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
    const best = wanted.isNarrow ? undefined : yield* amongBest(query, condition, limit);
    if (best !== undefined) return best;
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
    return rows.map(nearOf);
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

/** How many times as many are ranked as are wanted, to be asked for the condition. */
const TIMES_AS_MANY = 4;

/**
 * Vectors alone are ranked in a third of the time that it takes to meet each with its item first. Each of the best is
 * then looked up by itself, and `OFFSET 0` keeps it so: in a tenant that it has not counted PostgreSQL would look through
 * all items for each. Undefined where too few of the best meet the condition, or the last of them is as near as one that
 * was not looked at.
 */
function* amongBest(
  { item, tenant, model, vector }: NearestQuery,
  condition: Condition,
  limit: number,
): Step<readonly Near[] | undefined> {
  const look = limit * TIMES_AS_MANY;
  const rows = yield* all(
    `${SQL[item].best}${condition.sql} ORDER BY near.score DESC, m.seq LIMIT ?`,
    [sendable(vector), tenant, model, vector.length, look, tenant, ...condition.values, limit],
  );
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const areAll = number(last, "ranked") < look;
  const areEnough = rows.length === limit && number(last, "score") > number(last, "least");
  return areAll || areEnough ? rows.map(nearOf) : undefined;
}

function nearOf(row: Row): Near {
  return { seq: number(row, "seq"), score: number(row, "score") };
}

function inOrder(cosines: ReadonlyMap<number, number>): Ranked {
  const sorted = [...cosines]
    .map(([seq, score]) => ({ seq, score }))
    .sort((one, other) => other.score - one.score || one.seq - other.seq);
  return { take: (count) => sorted.splice(0, count) };
}

const HEAD_BYTES = 4;
const NO_QUERIES: readonly Query[] = [];

/** Without the extension words still find; the store says so once when it opens. */
export const WITHOUT_VECTORS = {
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
