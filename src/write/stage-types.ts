// How far a proposal has come. Only the stage that earns a brand may apply it, so a skipped stage does not compile.

import type { Proposal } from "../model/candidate.ts";
import type { Outcome } from "../model/receipt.ts";

declare const guarded: unique symbol;
declare const admitted: unique symbol;

/** Screened: `findings` are the classes of what was found, never the thing itself. */
export type Guarded = Proposal & { readonly findings: readonly string[]; readonly [guarded]: true };

/** Let in by the gate, grounded, well worded, and nothing of it waits for consent. */
export type Admitted = Guarded & { readonly [admitted]: true };

export type Ended =
  | Readonly<{ type: "dropped"; outcome: Extract<Outcome, { type: "dropped" }> }>
  /** Waits for a person; the review is written together with whatever else this act writes. */
  | Readonly<{ type: "held"; proposal: Guarded; why: string }>;

export function isEnded(judged: Guarded | Ended): judged is Ended {
  return "type" in judged;
}
