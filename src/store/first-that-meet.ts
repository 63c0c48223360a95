// The best of a ranking that meet a condition, which only the database can tell: asked of a few first, then of more.

import type { Step } from "./database.ts";
import type { Meeting, Near, Ranked } from "./dialect.ts";

/** How much further each look goes when a condition is strict. */
const LOOK_FURTHER = 4;

type Wanted = Pick<Meeting, "among"> & Readonly<{ limit: number; minScore: number | undefined }>;

export function* firstThatMeet(
  ranked: Ranked,
  { among, limit, minScore = Number.NEGATIVE_INFINITY }: Wanted,
): Step<readonly Near[]> {
  const meeting: Near[] = [];
  for (let look = limit; meeting.length < limit; look *= LOOK_FURTHER) {
    const next = ranked.take(look).filter(({ score }) => score >= minScore);
    if (next.length === 0) break;
    const isSeen = yield* among(next.map(({ seq }) => seq));
    for (const near of next) if (isSeen(near.seq)) meeting.push(near);
    if (next.length < look) break;
  }
  return meeting.slice(0, limit);
}
