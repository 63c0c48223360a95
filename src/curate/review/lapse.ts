// Closes the reviews that nobody decided in time. What they held is not remembered.

import { isConflict } from "../again.ts";
import type { CurateDeps } from "../doing.ts";
import { decision } from "./decision.ts";

export type LapseInput = Readonly<{ actor: string; limit: number }>;

/** How many lapsed, over all tenants. */
export async function lapse(
  { actor, limit }: LapseInput,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<number> {
  const at = now().toISOString();
  let lapsed = 0;
  for (const review of await store.reviews.lapsed(at, limit)) {
    const changes = decision(review, { state: "lapsed", by: actor, at });
    try {
      await store.commit({ tenant: review.tenant, at, actor, cause: "lapse", changes });
      lapsed += 1;
    } catch (thrown) {
      // A person decided it in the meantime, so it does not lapse.
      if (!isConflict(thrown)) throw thrown;
    }
  }
  return lapsed;
}
