// Counts what models cost, and says no before a budget is passed.

import type { LedgerEntry, TokenLedger } from "../ports/store.ts";
import { number, text } from "./columns.ts";
import { all, type Database, first, type Step, send } from "./database.ts";

export function tokenLedger(db: Database): TokenLedger {
  return {
    reserve: (entry, tokens, budget) => db.write(() => reserve(entry, tokens, budget)),
    settle: (entry, reserved, used) => db.write(() => settle(entry, reserved, used)),
    list: (tenant) => db.read(() => list(tenant)),
  };
}

type Budget = Readonly<{ tenant: number; user: number }>;

/** The tenant's row of the day is touched first, so that two reservations cannot both see room for one. */
function* reserve(entry: LedgerEntry, tokens: number, budget: Budget): Step<boolean> {
  const { tenant, day, user, model } = entry;
  yield* send(
    `INSERT INTO token_ledger (tenant, day, user_id, model, input, output, reserved, calls)
     VALUES (?, ?, '', '', 0, 0, 0, 0) ON CONFLICT (tenant, day, user_id, model) DO UPDATE SET calls = 0`,
    [tenant, day],
  );
  const row = yield* first(
    `SELECT coalesce(sum(input + output + reserved), 0) AS tenant_sum,
       coalesce(sum(CASE WHEN user_id = ? THEN input + output + reserved ELSE 0 END), 0) AS user_sum
     FROM token_ledger WHERE tenant = ? AND day = ?`,
    [user, tenant, day],
  );
  if (row === undefined || number(row, "tenant_sum") + tokens > budget.tenant) return false;
  if (user !== "" && number(row, "user_sum") + tokens > budget.user) return false;
  yield* send(
    `INSERT INTO token_ledger (tenant, day, user_id, model, input, output, reserved, calls)
     VALUES (?, ?, ?, ?, 0, 0, ?, 1) ON CONFLICT (tenant, day, user_id, model)
     DO UPDATE SET reserved = token_ledger.reserved + excluded.reserved, calls = token_ledger.calls + 1`,
    [tenant, day, user, model, tokens],
  );
  return true;
}

function* settle(
  entry: LedgerEntry,
  reserved: number,
  used: { input: number; output: number },
): Step<void> {
  yield* send(
    `UPDATE token_ledger SET reserved = reserved - ?, input = input + ?, output = output + ?
     WHERE tenant = ? AND day = ? AND user_id = ? AND model = ?`,
    [reserved, used.input, used.output, entry.tenant, entry.day, entry.user, entry.model],
  );
}

function* list(tenant: string) {
  const rows = yield* all(
    "SELECT * FROM token_ledger WHERE tenant = ? AND model <> '' ORDER BY day, user_id, model",
    [tenant],
  );
  return rows.map((row) => ({
    tenant,
    day: text(row, "day"),
    user: text(row, "user_id"),
    model: text(row, "model"),
    input: number(row, "input"),
    output: number(row, "output"),
    calls: number(row, "calls"),
  }));
}
