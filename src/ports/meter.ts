// What the engine asks of whoever counts tokens: nothing is sent to a paid model before its cost is set aside.

export type Tokens = Readonly<{ input: number; output: number }>;

/** For whom a model works, and whose budget of the day it uses up. */
export type Payer = Readonly<{ tenant: string; user?: string }>;

/** Whose budget a call is taken from, and which model it pays. */
export type Account = Payer & Readonly<{ model: string }>;

export type Reservation = Readonly<{ type: "ok"; id: string }> | Readonly<{ type: "over_budget" }>;

export interface Meter {
  /** Sets the estimate aside, or says no; two callers can never both take the last of a budget. */
  reserve(account: Account, estimate: Tokens): Promise<Reservation>;
  /** Replaces the estimate by what was spent. Called once for every reservation, whatever happened. */
  settle(id: string, spent: Tokens): Promise<void>;
}
