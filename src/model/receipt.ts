// What became of every candidate. Nothing that wanted to be remembered ends without a line here.

export const STAGES = ["guard", "gate", "ground", "wording", "consent", "merge"] as const;
export type Stage = (typeof STAGES)[number];

/** How a candidate joined a memory that was there already. */
export type MergeHow = "touched" | "reworded" | "updated" | "upserted";

export type Outcome =
  | Readonly<{ type: "stored"; id: string; text: string; replaced?: string; disputed?: boolean }>
  | Readonly<{ type: "merged"; id: string; text: string; how: MergeHow }>
  | Readonly<{ type: "held"; reviewId: string; text: string; why: string }>
  /** The text is the screened one: a reason may be logged, a secret may not. */
  | Readonly<{ type: "dropped"; stage: Stage; reason: string; text: string }>;

/** A clause of a message that made no fact, and why: a question, chatter, somebody else's words. */
export type LeftClause = Readonly<{ clause: string; reason: string }>;

type Of<T extends Outcome["type"]> = Omit<Extract<Outcome, { type: T }>, "type">;

export type Receipt = Readonly<{
  /**
   * `ok`: every candidate is accounted for. `nothing`: there was nothing to remember. `failed`: the model that
   * should have read it could not, and it is tried again. `ignored`: it was not for us to capture. `dropped`: too many
   * messages waited, and it was not taken in.
   */
  status: "ok" | "nothing" | "failed" | "ignored" | "dropped";
  reason?: string;
  stored: readonly Of<"stored">[];
  merged: readonly Of<"merged">[];
  held: readonly Of<"held">[];
  dropped: readonly Of<"dropped">[];
  /** Of a message: what else it says and why that was not kept, the first few; never empty beside `nothing`. */
  reasons: readonly LeftClause[];
}>;

export function receiptOf(
  outcomes: readonly Outcome[],
  reasons: readonly LeftClause[] = [],
): Receipt {
  const stored: Of<"stored">[] = [];
  const merged: Of<"merged">[] = [];
  const held: Of<"held">[] = [];
  const dropped: Of<"dropped">[] = [];
  for (const { type, ...rest } of outcomes) {
    if (type === "stored") stored.push(rest as Of<"stored">);
    if (type === "merged") merged.push(rest as Of<"merged">);
    if (type === "held") held.push(rest as Of<"held">);
    if (type === "dropped") dropped.push(rest as Of<"dropped">);
  }
  const status = outcomes.length === 0 ? "nothing" : "ok";
  return { status, stored, merged, held, dropped, reasons };
}

export function emptyReceipt(
  status: "nothing" | "failed" | "ignored" | "dropped",
  reason?: string,
  reasons: readonly LeftClause[] = [],
): Receipt {
  const none = { stored: [], merged: [], held: [], dropped: [], reasons };
  return { status, ...none, ...(reason === undefined ? {} : { reason }) };
}
