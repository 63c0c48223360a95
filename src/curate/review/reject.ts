// A person says no: the proposal goes no further.

import type { Review } from "../../model/review.ts";
import { type CurateDeps, commit } from "../doing.ts";
import { decision } from "./decision.ts";
import { type Deciding, pending } from "./pending.ts";

export async function reject(
  input: Deciding,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<Review> {
  const review = await pending(input, deps);
  const decided = { state: "rejected", by: input.actor, at: deps.now().toISOString() } as const;
  await commit({ ...input, cause: "reject", changes: decision(review, decided) }, deps);
  return { ...review, state: "rejected", decidedAt: decided.at, decidedBy: decided.by };
}
