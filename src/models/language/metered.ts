// One try at a paid model: the most it can cost is set aside first and settled whatever happens, a throw included.

import type { Clock, Ids } from "../../ports/clock.ts";
import type { Account, Meter, Tokens } from "../../ports/language.ts";
import type { LedgerEntry, TokenLedger } from "../../ports/store.ts";
import { type Fault, rejected } from "./fault.ts";
import type { Try } from "./line.ts";

type Bill = Readonly<{ meter: Meter; account: Account; atMost: Tokens }>;
type Paid<T> = Readonly<{ outcome: Try<T>; spent: Tokens }>;

/** No tokenizer makes more tokens than there are bytes; this many more are for the marks around the parts of a prompt. */
const MARKS = 64;

export async function metered<T>(bill: Bill, run: () => Promise<Paid<T>>): Promise<Try<T>> {
  const { meter, account, atMost } = bill;
  const reservation = await meter.reserve(account, atMost);
  if (reservation.type === "over_budget") return rejected("over_budget");
  let spent = atMost;
  try {
    const paid = await run();
    spent = paid.spent;
    return paid.outcome;
  } finally {
    await meter.settle(reservation.id, spent);
  }
}

export function inputAtMost(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + MARKS, 0);
}

/** An answer that was lost on the way may have been paid for in full. */
export function spentOnFault({ charge }: Fault, atMost: Tokens): Tokens {
  return charge === "none" ? { input: 0, output: 0 } : atMost;
}

// Meters models against the stored ledger: what is set aside survives a crash, so a budget is never passed.

type Budget = Readonly<{ tenant: number; user: number }>;

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
