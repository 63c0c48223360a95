// One very large tenant: the exact scan of all its vectors beside an index that approximates (HNSW) over those vectors
// alone, on a copy of the engine's table.

import type pg from "pg";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { withSchema } from "../postgres/schema.ts";
import { schemaUrl } from "../postgres/schema-url.ts";
import { searchedAt } from "../postgres/searches.ts";
import { TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import type { Cell, Measured } from "../run/measured.ts";
import { percentiles, timesOf } from "../run/timing.ts";
import { fillServer } from "./fill-server.ts";

const NEAREST = 10;
/** How many an index looks at before it answers; the first is its default. */
const LOOKED_AT = [40, 100, 400];
const SEED = 17;
const INSERTS = 500;
const MB = 1_000_000;
/** Two of the same distance come in any order. */
const ALIKE = 1e-6;
const { dims } = builtinEmbedder().model;
const OF_TENANT = `tenant = '${TENANT}' AND item = 'memory' AND dims = ${dims}`;
const EXACT = `SELECT vector <=> CAST($1 AS vector) AS far FROM large WHERE ${OF_TENANT} ORDER BY far LIMIT ${NEAREST}`;
const BY_INDEX = `SELECT CAST(vector AS vector(${dims})) <=> CAST($1 AS vector(${dims})) AS far
  FROM large WHERE ${OF_TENANT} ORDER BY 1 LIMIT ${NEAREST}`;
const INDEX = `CREATE INDEX large_near ON large USING hnsw ((CAST(vector AS vector(${dims}))) vector_cosine_ops)
  WHERE ${OF_TENANT}`;

export type Large = Readonly<{ url: string; sizes: readonly number[]; asked: number }>;
/** The distances of the nearest to each question. */
type Answers = readonly (readonly number[])[];

export async function measureLargeTenant({ url, sizes, asked }: Large): Promise<Measured> {
  const questions = await questionsOf(asked);
  const rows: (readonly Cell[])[] = [];
  for (const size of sizes)
    rows.push(
      ...(await withSchema(url, async (schema, client) => {
        const at = schemaUrl(url, schema);
        await fillServer(at, size);
        const [, p50 = Number.NaN, p95 = Number.NaN] = await searchedAt(at, size);
        const whole = [size, "whole search by the engine", p50, p95, 1, "–", "–", "–"];
        return [whole, ...(await compared(client, size, questions))];
      })),
    );
  const { version, buffers } = await settingsOf(url);
  const table = {
    title: "One very large tenant",
    columns: [
      ...["vectors", "nearest ten by", "p50 ms", "p95 ms", "share found"],
      ...["ms an insert", "made in s", "index MB"],
    ],
    rows,
    notes: [
      `${dims} dimensions; ${asked} questions by SQL alone, one after another. Share found: of the ten nearest by the exact scan. HNSW with the settings of pgvector ${version} as they are, 512 MB to make it in, and so many looked at (\`hnsw.ef_search\`). The server keeps ${buffers} of pages (\`shared_buffers\`).`,
    ],
  };
  return { tables: [table], ratios: {}, promises: [] };
}

async function compared(
  client: pg.Client,
  size: number,
  questions: readonly string[],
): Promise<readonly (readonly Cell[])[]> {
  await client.query("CREATE TABLE large (LIKE vectors INCLUDING ALL)");
  await client.query("INSERT INTO large SELECT * FROM vectors");
  await client.query("VACUUM ANALYZE large");
  const exact = await asked(client, EXACT, questions);
  const plainInsert = await insertMs(client);
  await client.query("SET maintenance_work_mem = '512MB'");
  const [madeMs = Number.NaN] = await timesOf(1, () => client.query(INDEX));
  await usesIndex(client, questions[0] ?? "");
  const rows: (readonly Cell[])[] = [
    [size, "exact scan", exact.p50, exact.p95, 1, plainInsert, "–", "–"],
  ];
  const { rows: sizes } = await client.query(
    "SELECT pg_relation_size('large_near')::float8 AS bytes",
  );
  const insert = await insertMs(client);
  for (const looked of LOOKED_AT) {
    await client.query(`SET hnsw.ef_search = ${looked}`);
    const near = await asked(client, BY_INDEX, questions);
    rows.push([
      ...[size, `HNSW, ${looked} looked at`, near.p50, near.p95],
      ...[shareFound(exact.answers, near.answers), insert, madeMs / 1_000, sizes[0]?.bytes / MB],
    ]);
  }
  return rows;
}

async function asked(client: pg.Client, sql: string, questions: readonly string[]) {
  const answers: (readonly number[])[] = [];
  const times = await timesOf(questions.length, async (turn) => {
    const { rows } = await client.query(sql, [questions[turn]]);
    answers.push(rows.map(({ far }) => far));
  });
  return { ...percentiles(times), answers };
}

function shareFound(exact: Answers, near: Answers): number {
  const found = exact.map((right, at) => {
    const farthest = (right.at(-1) ?? 0) + ALIKE;
    return (near[at] ?? []).filter((far) => far <= farthest).length / right.length;
  });
  return found.reduce((sum, share) => sum + share, 0) / found.length;
}

/** Of vectors that are there already, under other names; they are taken out again. */
async function insertMs(client: pg.Client): Promise<number> {
  const [ms = Number.NaN] = await timesOf(1, () =>
    client.query(`INSERT INTO large SELECT tenant, item, 'again-' || item_id, model, dims, vector
      FROM vectors ORDER BY item_id LIMIT ${INSERTS}`),
  );
  await client.query("DELETE FROM large WHERE item_id LIKE 'again-%'");
  await client.query("VACUUM large");
  return ms / INSERTS;
}

async function usesIndex(client: pg.Client, question: string): Promise<void> {
  const { rows } = await client.query(`EXPLAIN ${BY_INDEX}`, [question]);
  if (!JSON.stringify(rows).includes("large_near"))
    throw new Error("The server does not use the index: there is nothing to compare.");
}

async function questionsOf(count: number): Promise<readonly string[]> {
  const made = madeText(SEED);
  const texts = Array.from({ length: count }, () => made.question());
  const vectors = await builtinEmbedder().embed(texts, "query", { tenant: TENANT });
  return vectors.map((vector) => JSON.stringify([...vector]));
}

function settingsOf(url: string): Promise<Readonly<{ version: string; buffers: string }>> {
  return withSchema(url, async (_schema, client) => {
    const { rows } = await client.query(
      `SELECT extversion AS version, current_setting('shared_buffers') AS buffers
       FROM pg_extension WHERE extname = 'vector'`,
    );
    return { version: rows[0]?.version ?? "", buffers: rows[0]?.buffers ?? "" };
  });
}
