// When and how often memories were handed out, and the score of the last time.

import type { Look } from "../model/filter.ts";
import type { HandedOut, Retrieval, Scored } from "../model/retrieval.ts";
import type { Viewer } from "../model/viewer.ts";
import { maybeNumber, maybeText, maybeTime, record } from "./columns.ts";
import { first, type Row, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { both, visible } from "./where.ts";

type Touched = Readonly<{ tenant: string; handed: readonly HandedOut[]; at: number }>;

/**
 * In one order by every reader, so that two of them never wait for each other in a circle. Read from the side of what was
 * handed out, each line once: a busy moment hands out a thousand, and to look each up among the others took half a second.
 */
export function* touch(dialect: Dialect, { tenant, handed, at }: Touched): Step<void> {
  const once = new Map(handed.map((one) => [one.id, one]));
  const lines = [...once.values()].map(({ id, times = 1, scored }) => [
    id,
    times,
    scored === undefined ? null : short(scored),
  ]);
  yield* send(
    `INSERT INTO memory_access (tenant, memory_id, last_at, times, last_score)
       SELECT m.tenant, m.id, CAST(? AS bigint), CAST((line.value ->> 1) AS bigint), line.value ->> 2
       FROM ${dialect.elements} line CROSS JOIN memories m WHERE m.tenant = ? AND m.id = (line.value ->> 0) ORDER BY m.id
     ON CONFLICT (tenant, memory_id) DO UPDATE SET last_at = excluded.last_at, times = memory_access.times + excluded.times,
       last_score = excluded.last_score`,
    [at, JSON.stringify(lines), tenant],
  );
}

const DECIMALS = 10_000;

function short({ score, parts }: Scored): Scored {
  const shown = Object.entries(parts).map(([name, value]) => [name, rounded(value)]);
  return { score: rounded(score), parts: Object.fromEntries(shown) };
}

function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}

type Wanted = Readonly<{ viewer: Viewer; id: string; look: Look }>;

/** Undefined when the memory is not there or not the viewer's to see. */
export function* readRetrieval(
  dialect: Dialect,
  { viewer, id, look }: Wanted,
): Step<Retrieval | undefined> {
  const where = both(visible(viewer, look, dialect), { sql: "m.id = ?", values: [id] });
  const row = yield* first(
    `SELECT a.times, a.last_at, a.last_score FROM memories m
     LEFT JOIN memory_access a ON a.tenant = m.tenant AND a.memory_id = m.id WHERE ${where.sql}`,
    where.values,
  );
  return row === undefined ? undefined : fromRow(row);
}

function fromRow(row: Row): Retrieval {
  const lastAt = maybeTime(row, "last_at");
  if (lastAt === undefined) return { times: 0 };
  const times = maybeNumber(row, "times") ?? 0;
  if (maybeText(row, "last_score") === undefined) return { times, lastAt };
  const { score, parts } = record(row, "last_score");
  return { times, lastAt, score: Number(score), parts: numbersOf(parts) };
}

function numbersOf(parts: unknown): Readonly<Record<string, number>> {
  const read = Object.entries(Object(parts)).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(read);
}
