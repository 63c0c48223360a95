// One try at a paid model: the most it can cost is set aside first and settled whatever happens, a throw included.

import type { Account, Meter, Tokens } from "../../ports/meter.ts";
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
