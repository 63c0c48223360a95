// The vectors of each tenant, held in memory for the scan. Before every scan the rows that came or went since the
// last one are read from the file, whoever wrote them, so several processes on one file agree.

import { MemoryError } from "../../errors.ts";
import { number, numbers } from "../columns.ts";
import { all, type Row, type Step } from "../database.ts";
import type { Meeting, Near, NearestQuery, Ranked } from "../dialect.ts";
import { postFilter } from "../search/filters.ts";
import type { Ranking } from "./ranking.ts";
import {
  cosinesWith,
  createVectorTable,
  put,
  putAll,
  ROWS_AT_ONCE,
  rank,
  rankAmong,
  remove,
  rowsOf,
  type VectorTable,
} from "./vector-scan.ts";

export interface SqliteVectors {
  nearest(query: NearestQuery, wanted: Meeting, limit: number): Step<readonly Near[] | undefined>;
  ranked(query: NearestQuery, seqs: readonly number[]): Step<Ranked>;
  cosines(query: NearestQuery, seqs: readonly number[]): Step<ReadonlyMap<number, number>>;
}

type Held = {
  table: VectorTable;
  lastVector: number;
  lastRemoval: number;
  /** What stood when it was last brought up to date. */
  standing: object | undefined;
};

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const MAX_TABLES_HELD = 256;

export function sqliteVectors(): SqliteVectors {
  const tables = new Map<string, Held>();
  return {
    /** Exact: the scan ranks the whole tenant, the database says which of the best may be seen. */
    *nearest(query, { among, areRare }, limit) {
      const { table } = yield* upToDate(tables, query);
      const { minScore, vector } = query;
      const total = rowsOf(table);
      return yield* postFilter(bySeq(rank(table, vector)), {
        among,
        areRare,
        limit,
        minScore,
        total,
      });
    },
    *ranked(query, seqs) {
      const { table } = yield* upToDate(tables, query);
      return bySeq(rankAmong(table, query.vector, seqs));
    },
    *cosines(query, seqs) {
      const { table } = yield* upToDate(tables, query);
      return cosinesWith(table, query.vector, seqs);
    },
  };
}

function bySeq({ take }: Ranking): Ranked {
  return { take: (count) => take(count).map(({ key, score }) => ({ seq: key, score })) };
}

/** The table of what is asked for, with everything that is in the file by now. */
function* upToDate(tables: Map<string, Held>, query: NearestQuery): Step<Held> {
  const key = JSON.stringify([query.tenant, query.item, query.model, query.vector.length]);
  const held = tables.get(key) ?? (yield* emptyTable(query));
  tables.delete(key);
  tables.set(key, held);
  if (held.standing === query.standing) return held;
  yield* catchUp(held, query);
  held.standing = query.standing;
  for (const oldest of tables.keys()) {
    if (tables.size <= MAX_TABLES_HELD) break;
    tables.delete(oldest);
  }
  return held;
}

function* emptyTable(query: NearestQuery): Step<Held> {
  const rows = yield* all("SELECT coalesce(max(seq), 0) AS last FROM vector_removals", []);
  const lastRemoval = rows[0] === undefined ? 0 : number(rows[0], "last");
  const table = createVectorTable(query.vector.length);
  return { table, lastVector: 0, lastRemoval, standing: undefined };
}

/** Removals first: what was removed and stored again is among the vectors with a later number. */
function* catchUp(held: Held, query: NearestQuery): Step<void> {
  const removals = yield* all(
    "SELECT seq, item_seq FROM vector_removals WHERE tenant = ? AND item = ? AND seq > ? ORDER BY seq",
    [query.tenant, query.item, held.lastRemoval],
  );
  for (const row of removals) {
    remove(held.table, number(row, "item_seq"));
    held.lastRemoval = number(row, "seq");
  }
  const readOn = held.lastVector === 0 ? readPage : readNew;
  while ((yield* readOn(held, query)) === ROWS_AT_ONCE);
}

/**
 * The first time, when there may be many: a large tenant is read in parts, and a part as one value, since a row for each
 * vector costs several times what reading the file does. SQLite joins blobs byte by byte, as long as the database speaks
 * UTF-8, which ours do.
 */
function* readPage(held: Held, { tenant, item, model, vector }: NearestQuery): Step<number> {
  const [page] = yield* all(
    `SELECT count(*) AS rows, max(seq) AS last, json_group_array(item_seq) AS keys,
       min(length(vector)) AS shortest, max(length(vector)) AS longest,
       CAST(group_concat(vector, '') AS blob) AS vectors
     FROM (SELECT seq, item_seq, vector FROM vectors
       WHERE tenant = ? AND item = ? AND model = ? AND dims = ? AND seq > ? ORDER BY seq LIMIT ?)`,
    [tenant, item, model, vector.length, held.lastVector, ROWS_AT_ONCE],
  );
  const read = page === undefined ? 0 : number(page, "rows");
  if (page === undefined || read === 0) return 0;
  putAll(held.table, numbers(page, "keys"), vectorsOf(page, vector.length));
  held.lastVector = number(page, "last");
  return read;
}

/** Before every later search, when there are few and mostly none. */
function* readNew(held: Held, { tenant, item, model, vector }: NearestQuery): Step<number> {
  const added = yield* all(
    `SELECT seq, item_seq, dims, vector FROM vectors
     WHERE tenant = ? AND item = ? AND model = ? AND dims = ? AND seq > ? ORDER BY seq LIMIT ?`,
    [tenant, item, model, vector.length, held.lastVector, ROWS_AT_ONCE],
  );
  for (const row of added) {
    put(held.table, number(row, "item_seq"), vectorOf(row));
    held.lastVector = number(row, "seq");
  }
  return added.length;
}

function vectorsOf(page: Row, dims: number): Float32Array {
  const floats = floatsOf(page["vectors"]);
  const isEven = number(page, "shortest") === number(page, "longest");
  if (!isEven || floats.length !== number(page, "rows") * dims) throw unreadable();
  return floats;
}

export function vectorOf(row: Row): Float32Array {
  const floats = floatsOf(row["vector"]);
  if (floats.length !== number(row, "dims")) throw unreadable();
  return floats;
}

function floatsOf(bytes: unknown): Float32Array {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength % FLOAT_BYTES !== 0) throw unreadable();
  const isAligned = bytes.byteOffset % FLOAT_BYTES === 0;
  const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes);
  return new Float32Array(buffer, byteOffset, bytes.byteLength / FLOAT_BYTES);
}

function unreadable(): MemoryError {
  return new MemoryError("corrupt_store", "A stored row has an unreadable `vector`.");
}

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
