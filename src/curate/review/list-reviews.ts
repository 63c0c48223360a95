// Lists what waits for a person, oldest first, or what became of it.

import type { Review, ReviewState } from "../../model/review.ts";
import type { CurateDeps, Doing } from "../doing.ts";

export type ListReviewsInput = Pick<Doing, "viewer"> &
  Readonly<{ states?: readonly ReviewState[]; user?: string; limit?: number }>;

const LIMIT = 50;

export async function listReviews(
  { viewer, states, user, limit }: ListReviewsInput,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<readonly Review[]> {
  const found = await store.reviews.list(viewer.tenant, {
    states: states ?? ["pending"],
    limit: limit ?? LIMIT,
    ...(user === undefined ? {} : { user }),
  });
  const at = now().toISOString();
  return found.filter((review) => review.state !== "pending" || review.lapsesAt > at);
}
