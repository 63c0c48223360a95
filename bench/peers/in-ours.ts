// How much longer others search than we do, at each size: the fastest memory and mem0, beside the better of our doors,
// and what is only an index of vectors, of which nothing was promised.

import type { Sized } from "../peers.ts";
import { atLeast, type Kept, type Ratio } from "../run/measured.ts";
import { ratioOf } from "../run/timing.ts";
import { isIndex, isOurs } from "./engines.ts";

/** How many times faster than mem0 a search must be at the size of the promise. */
const TIMES_MEM0 = 200;
const PROMISED_SIZE = 50_000;

/** `least` is what was promised; undefined where nothing was. */
type Beside = Readonly<{ says: string; theirs: Sized; ours: Sized; least: number | undefined }>;

/** Round by round, so that a reader sees how far to trust it. */
export function ratiosInOurs(sized: readonly Sized[]): Readonly<Record<string, Ratio>> {
  return Object.fromEntries(
    besides(sized).map(({ says, theirs, ours }) => [
      says,
      ratioOf(
        theirs.told.all.rounds.flatMap((ms, round) => {
          const own = ours.told.all.rounds[round];
          return own === undefined ? [] : [ms / own];
        }),
        "more",
      ),
    ]),
  );
}

export function promisesInOurs(sized: readonly Sized[]): readonly Kept[] {
  return besides(sized).flatMap(({ says, theirs, ours, least }) =>
    least === undefined ? [] : [atLeast(`${says} ≥ ${least}`, p50(theirs) / p50(ours), least)],
  );
}

function besides(sized: readonly Sized[]): readonly Beside[] {
  return sizesIn(sized).flatMap((size) => {
    const here = sized.filter((one) => one.size === size).toSorted((a, b) => p50(a) - p50(b));
    const ours = here.find(isOurs);
    const others = here.filter((one) => !isOurs(one));
    const fastest = others.find((one) => !isIndex(one));
    const index = others.find(isIndex);
    const mem0 = others.find(({ engine }) => engine === "mem0");
    if (ours === undefined || fastest === undefined) return [];
    const at = `search p50 at ${size.toLocaleString("en-GB")}, in ours`;
    return [
      { says: `fastest peer's ${at}`, theirs: fastest, ours, least: 1 },
      ...(index === undefined
        ? []
        : [{ says: `an index of vectors' ${at}`, theirs: index, ours, least: undefined }]),
      ...(mem0 === undefined
        ? []
        : [
            {
              ...{ says: `mem0's ${at}`, theirs: mem0, ours },
              least: size < PROMISED_SIZE ? undefined : TIMES_MEM0,
            },
          ]),
    ];
  });
}

function p50({ told }: Sized): number {
  return told.all.p50;
}

export function sizesIn(sized: readonly Sized[]): readonly number[] {
  return [...new Set(sized.map(({ size }) => size))];
}
