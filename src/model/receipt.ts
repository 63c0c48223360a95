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

type Of<T extends Outcome["type"]> = Omit<Extract<Outcome, { type: T }>, "type">;

export type Receipt = Readonly<{
  /**
   * `ok`: every candidate is accounted for. `nothing`: there was nothing to remember. `failed`: the model that
   * should have read it could not, and it is tried again. `ignored`: it was not for us to capture.
   */
  status: "ok" | "nothing" | "failed" | "ignored";
  reason?: string;
  stored: readonly Of<"stored">[];
  merged: readonly Of<"merged">[];
  held: readonly Of<"held">[];
  dropped: readonly Of<"dropped">[];
}>;

export function receiptOf(outcomes: readonly Outcome[]): Receipt {
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
  return { status: outcomes.length === 0 ? "nothing" : "ok", stored, merged, held, dropped };
}

export function emptyReceipt(status: "nothing" | "failed" | "ignored", reason?: string): Receipt {
  const none = { stored: [], merged: [], held: [], dropped: [] };
  return { status, ...none, ...(reason === undefined ? {} : { reason }) };
}
