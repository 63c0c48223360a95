// Has PostgreSQL count its rows while a database is young. It plans by what it last counted, does so by itself only
// every minute or so, and in tables it never counted it meets each memory with each vector, which is slow from the
// first hundred on.

import { number } from "./columns.ts";
import { type Database, first, run, type Step } from "./database.ts";

const TABLES = `memories, memory_versions, memory_tags, memory_sources, relations, history, messages, vectors,
  memory_text, message_text`;
const COUNTED = `SELECT coalesce(sum(greatest(reltuples, 0)), 0) AS rows FROM pg_class
  WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')`;
/** Rows written before the first count: some forty memories. */
const FIRST_COUNT = 200;

/** The same database; each time that what is in it has doubled, it is counted again, and nobody waits for that. */
export async function countingRows(db: Database): Promise<Database> {
  const row = await db.read(() => first(COUNTED, []));
  let known = Math.max(FIRST_COUNT, row === undefined ? 0 : number(row, "rows"));
  let written = 0;
  let last: Promise<unknown> = Promise.resolve();
  const count = () => {
    known += written;
    written = 0;
    last = db.read(() => run(`ANALYZE ${TABLES}`, [])).catch(() => undefined);
  };
  return {
    ...db,
    write: async (step) => {
      const result = await db.write(() => summing(step(), (rows) => (written += rows)));
      if (written >= known) count();
      return result;
    },
    close: async () => {
      await last;
      await db.close();
    },
  };
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
