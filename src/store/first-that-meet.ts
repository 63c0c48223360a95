// The best of a ranking that meet a condition, which only the database can tell: asked of a few first, then of more.

import type { Step } from "./database.ts";
import type { Meeting, Near, Ranked } from "./dialect.ts";

/** How much further each look goes when a condition is strict. */
const LOOK_FURTHER = 4;

type Wanted = Pick<Meeting, "among" | "areRare"> &
  Readonly<{ limit: number; minScore: number | undefined; total: number }>;

/** Undefined where so few meet it that they should be found first. */
export function* firstThatMeet(
  ranked: Ranked,
  { among, areRare, limit, minScore = Number.NEGATIVE_INFINITY, total }: Wanted,
): Step<readonly Near[] | undefined> {
  const meeting: Near[] = [];
  let asked = 0;
  for (let look = limit; meeting.length < limit; look *= LOOK_FURTHER) {
    if (areRare({ asked, met: meeting.length, limit, total })) return undefined;
    const next = ranked.take(look).filter(({ score }) => score >= minScore);
    if (next.length === 0) break;
    const isSeen = yield* among(next.map(({ seq }) => seq));
    for (const near of next) if (isSeen(near.seq)) meeting.push(near);
    asked += next.length;
    if (next.length < look) break;
  }
  return meeting.slice(0, limit);
}
