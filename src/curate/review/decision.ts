// A decision on a review, with its line in the action log.

import type { Change } from "../../model/change-set.ts";
import type { Timestamp } from "../../model/memory.ts";
import type { Review, ReviewState } from "../../model/review.ts";

type Decided = Readonly<{ state: Exclude<ReviewState, "pending">; by: string; at: Timestamp }>;

export function decision(review: Review, { state, by, at }: Decided): readonly Change[] {
  return [
    { type: "decide", review: { ...review, state, decidedAt: at, decidedBy: by } },
    {
      type: "record",
      activity: {
        tenant: review.tenant,
        at,
        node: "hotpath",
        op: `review_${state}`,
        status: "ok",
        detail: `${review.act.type} ${review.id} by ${by}`,
        ...(review.user === undefined ? {} : { user: review.user }),
      },
    },
  ];
}
