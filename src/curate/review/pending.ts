// Finds a review that can still be decided, and makes sure it is the one that was seen.

import { MemoryError } from "../../errors.ts";
import type { Review } from "../../model/review.ts";
import type { CurateDeps, Doing } from "../doing.ts";

/** `hash` is the one that came with what the person was shown. */
export type Deciding = Doing & Readonly<{ id: string; hash: string }>;

export async function pending(
  { viewer, id, hash }: Deciding,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<Review> {
  const review = await store.reviews.get(viewer.tenant, id);
  if (review === undefined) throw new MemoryError("not_found", `There is no review ${id}.`);
  if (review.hash !== hash)
    throw new MemoryError("conflict", `Review ${id} is not what was shown; look at it again.`);
  if (review.state !== "pending" || review.lapsesAt <= now().toISOString())
    throw new MemoryError("conflict", `Review ${id} is no longer open.`);
  return review;
}
