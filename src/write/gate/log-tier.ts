// The vault's tier `log` is refused: such lines belong in the journal. Noise is named first, as in the rest of the gate.

import type { Outcome } from "../../model/receipt.ts";
import { type GuardPolicy, guard } from "../guard.ts";
import { isNoise } from "./noise.ts";

export function refuseLogTier(text: string, policy: GuardPolicy): Outcome {
  const reason = isNoise(text) ? "journal_noise" : "log_tier";
  return { type: "dropped", stage: "gate", reason, text: guard(text, policy).text };
}
