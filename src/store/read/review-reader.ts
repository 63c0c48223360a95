// Reads what waits for a person, and what a person decided.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import type { ConsentField } from "../../model/candidate.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Review, ReviewAct, ReviewState } from "../../model/review.ts";
import type { ReviewQuery, ReviewReader } from "../../ports/store.ts";
import { json, maybeText, maybeTime, number, oneOf, text, time } from "../columns.ts";
import { all, type Database, first, type Row, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "./memory-row.ts";

const STATES: readonly ReviewState[] = ["pending", "approved", "rejected", "lapsed"];
const FIELDS: readonly ConsentField[] = [
  "preferred_name",
  "pronouns",
  "city",
  "language",
  "tone",
  "goals",
];
/** Our own writing, so only its tag is checked; a proposal is parsed again when it is acted on. */
const Act = z.custom<ReviewAct>(
  (value) =>
    z
      .object({ type: z.enum(["store", "merge", "delete"]) })
      .loose()
      .safeParse(value).success,
);

export function reviewReader(db: Database, dialect: Dialect): ReviewReader {
  return {
    get: (tenant, id) => db.read(() => get(tenant, id)),
    pendingByHash: (tenant, hash) => db.read(() => pendingByHash(tenant, hash)),
    list: (tenant, query) => db.read(() => list(dialect, { tenant, ...query })),
    lapsed: (tenant, now, limit) => db.read(() => lapsed(tenant, ms(now), limit)),
  };
}

export function reviewFromRow(row: Row): Review {
  const act = Act.safeParse(json(row, "act"));
  if (!act.success)
    throw new MemoryError("corrupt_store", "A stored review has an unreadable `act`.");
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    why: text(row, "why"),
    act: act.data,
    hash: text(row, "hash"),
    state: oneOf(row, "state", STATES),
    signals: number(row, "signals"),
    createdAt: time(row, "created_at"),
    lapsesAt: time(row, "lapses_at"),
    ...omitUndefined({
      user: maybeText(row, "user_id"),
      field: row["field"] === null ? undefined : oneOf(row, "field", FIELDS),
      decidedAt: maybeTime(row, "decided_at"),
      decidedBy: maybeText(row, "decided_by"),
    }),
  };
}

function* get(tenant: string, id: string): Step<Review | undefined> {
  const row = yield* first("SELECT * FROM reviews WHERE tenant = ? AND id = ?", [tenant, id]);
  return row === undefined ? undefined : reviewFromRow(row);
}

function* pendingByHash(tenant: string, hash: string): Step<Review | undefined> {
  const row = yield* first(
    "SELECT * FROM reviews WHERE tenant = ? AND hash = ? AND state = 'pending'",
    [tenant, hash],
  );
  return row === undefined ? undefined : reviewFromRow(row);
}

function* list(
  dialect: Dialect,
  { tenant, states, limit, user, openAt, after }: ReviewQuery & Readonly<{ tenant: string }>,
): Step<readonly Review[]> {
  const open = openAt === undefined ? null : ms(openAt);
  const from = after === undefined ? null : ms(after.createdAt);
  const rows = yield* all(
    `SELECT * FROM reviews WHERE tenant = ? AND ${dialect.anyOf("state")}
       AND (CAST(? AS text) IS NULL OR user_id = ?)
       AND (CAST(? AS bigint) IS NULL OR state <> 'pending' OR lapses_at > ?)
       AND (CAST(? AS bigint) IS NULL OR created_at > ? OR (created_at = ? AND id > ?))
     ORDER BY created_at, id LIMIT ?`,
    [
      ...[tenant, JSON.stringify(states), user ?? null, user ?? null, open, open],
      ...[from, from, from, after?.id ?? null, limit],
    ],
  );
  return rows.map(reviewFromRow);
}

function* lapsed(tenant: string, now: number, limit: number): Step<readonly Review[]> {
  const rows = yield* all(
    `SELECT * FROM reviews WHERE tenant = ? AND state = 'pending' AND lapses_at <= ?
     ORDER BY lapses_at, id LIMIT ?`,
    [tenant, now, limit],
  );
  return rows.map(reviewFromRow);
}
