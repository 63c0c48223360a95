// Meters models against the stored ledger: what is set aside survives a crash, so a budget is never passed.

import type { Clock, Ids } from "../ports/clock.ts";
import type { Account, Meter, Tokens } from "../ports/meter.ts";
import type { LedgerEntry, TokenLedger } from "../ports/store.ts";

export type Budget = Readonly<{ tenant: number; user: number }>;

export function ledgerMeter(
  ledger: TokenLedger,
  budget: Budget,
  deps: Readonly<{ now: Clock; ids: Ids }>,
): Meter {
  const open = new Map<string, Readonly<{ entry: LedgerEntry; reserved: number }>>();
  return {
    async reserve(account: Account, estimate: Tokens) {
      const day = deps.now().toISOString().slice(0, 10);
      const { tenant, user = "", model } = account;
      const entry = { tenant, day, user, model };
      const reserved = estimate.input + estimate.output;
      if (!(await ledger.reserve(entry, reserved, budget))) return { type: "over_budget" };
      const id = deps.ids();
      open.set(id, { entry, reserved });
      return { type: "ok", id };
    },
    async settle(id, spent) {
      const reservation = open.get(id);
      if (reservation === undefined) return;
      open.delete(id);
      await ledger.settle(reservation.entry, reservation.reserved, spent);
    },
  };
}
