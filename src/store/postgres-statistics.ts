// Has PostgreSQL count its rows while a database is young. It plans by what it last counted, does so by itself only
// every minute or so, and in tables it never counted it meets each memory with each vector, which is slow from the
// first hundred on.

import { number } from "./columns.ts";
import { type Database, first, run, type Step } from "./database.ts";

/** By the columns that rows are looked up, joined and filtered by: to sort texts and vectors would take as long again. */
const TABLES = `memories (tenant, id, seq, scope, user_id, subject, kind, category, state, created_at),
  memory_versions (tenant, id, version), memory_tags, memory_sources, relations (tenant, from_id, to_id),
  history (tenant, memory_id, seq), messages (tenant, id, seq, channel, thread, author_id, scope, user_id, searchable, at),
  vectors (tenant, item, item_id, model, dims), memory_text (tenant, id, seq), message_text (tenant, id, seq)`;
const COUNTED = `SELECT coalesce(sum(greatest(reltuples, 0)), 0) AS rows FROM pg_class
  WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')`;
/** Rows written before the first count: some forty memories. */
const FIRST_COUNT = 200;

/** The same database; each time that what is in it has doubled, it is counted again, and nobody waits for that. */
export async function countingRows(db: Database): Promise<Database> {
  let known = Math.max(FIRST_COUNT, await db.read(counted));
  let written = 0;
  let last: Promise<unknown> = Promise.resolve();
  const count = async () => {
    known += written;
    written = 0;
    known = Math.max(known, await db.read(() => countAgain(known)));
  };
  return {
    ...db,
    write: async (step) => {
      const result = await db.write(() => summing(step(), (rows) => (written += rows)));
      if (written >= known) last = count().catch(() => undefined);
      return result;
    },
    close: async () => {
      await last;
      await db.close();
    },
  };
}

/** Unless another node did since, or is doing so: nodes that write as much come to it at the same time. */
function* countAgain(known: number): Step<number> {
  const before = yield* counted();
  if (before >= known) return before;
  yield* run(`ANALYZE (SKIP_LOCKED) ${TABLES}`, []);
  return yield* counted();
}

function* counted(): Step<number> {
  const row = yield* first(COUNTED, []);
  return row === undefined ? 0 : number(row, "rows");
}

/** A statement whose answer is not waited for is mostly one row. */
function* summing<T>(steps: Step<T>, add: (rows: number) => void): Step<T> {
  let turn = steps.next();
  while (!turn.done) {
    const answer = yield turn.value;
    if (turn.value.wants === "changes") add(answer.changes);
    if (turn.value.wants === "nothing") add(1);
    turn = steps.next(answer);
  }
  return turn.value;
}
