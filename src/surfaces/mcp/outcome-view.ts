// What became of something that a model wanted to be remembered.

import { z } from "zod";
import type { Receipt } from "../../model/receipt.ts";

const OutcomeView = z.object({
  outcome: z
    .enum(["stored", "merged", "held", "dropped"])
    .describe(
      "`merged`: it was known already. `held`: a person must approve it. `dropped`: it was refused.",
    ),
  text: z.string(),
  id: z.string().optional(),
  replaced: z.string().optional().describe("The id of the memory that it takes the place of."),
  review_id: z.string().optional(),
  reason: z.string().optional(),
});

export const Outcomes = z.object({ outcomes: z.array(OutcomeView) });

export function outcomesOf(receipt: Receipt): z.input<typeof Outcomes> {
  const { stored, merged, held, dropped } = receipt;
  return {
    outcomes: [
      ...stored.map(({ id, text, replaced, disputed }) => ({
        outcome: "stored" as const,
        text,
        id,
        replaced,
        reason: disputed === true ? "disputed: it contradicts a better trusted memory" : undefined,
      })),
      ...merged.map(({ id, text, how }) => ({ outcome: "merged" as const, text, id, reason: how })),
      ...held.map(({ reviewId, text, why }) => ({
        outcome: "held" as const,
        text,
        review_id: reviewId,
        reason: why,
      })),
      ...dropped.map(({ stage, reason, text }) => ({
        outcome: "dropped" as const,
        text,
        reason: `${stage}: ${reason}`,
      })),
    ],
  };
}
