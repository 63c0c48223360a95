// Whether both statements say the same of their subject: a verb in common, or a noun that carries one.

import { isParticiple, keysOf } from "./lexicon.ts";
import type { Sides, Token } from "./token.ts";

/** Verbs that may stand before another verb and leave it true. */
export const HARMLESS_GOVERNORS: ReadonlySet<string> = keysOf(
  "start begin commence continue keep go come do".split(" "),
);
const GIVING = keysOf("give make pay do take go".split(" "));
const RECEIVING = keysOf("get receive earn".split(" "));

/** A verb on one side only, and no other verb in common: then another thing is said. */
export function lostPredicate(sides: Sides): string | undefined {
  const { olderOnly, newerOnly } = sides.alignment;
  const pairs = shared(sides);
  const lost =
    olderOnly.find((verb) => isLost(verb, pairs)) ??
    newerOnly.find((verb) => isLost(verb, pairs.map(turned)));
  return lost === undefined || hasCommonVerb(sides)
    ? undefined
    : `"${lost.word}" is said by one only`;
}

type Shared = Readonly<{ here: Token; there: Token }>;

function shared({ older, newer, alignment }: Sides): Shared[] {
  return [...alignment.pairs].flatMap(([i, j]) => {
    const here = older.tokens[i];
    const there = newer.tokens[j];
    return here === undefined || there === undefined ? [] : [{ here, there }];
  });
}

function turned({ here, there }: Shared): Shared {
  return { here: there, there: here };
}

function hasCommonVerb(sides: Sides): boolean {
  return shared(sides).some(({ here, there }) => here.isVerb && !here.isLight && there.isVerb);
}

function isLost(verb: Token, pairs: readonly Shared[]): boolean {
  if (!verb.isVerb || verb.isLight || HARMLESS_GOVERNORS.has(verb.key)) return false;
  return !pairs.some((pair) => carries(verb, pair));
}

/** "gave praise" praises; "got a raise" was raised. Who gives does, who gets has it done. */
function carries({ key }: Token, { here, there }: Shared): boolean {
  if (here.isVerb || here.kind !== "word") return false;
  const isDone = there.marker === "be" && isParticiple(there.word);
  if (RECEIVING.has(key)) return isDone;
  return GIVING.has(key) && there.isVerb && !isDone;
}
