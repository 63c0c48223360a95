// Turns of phrase whose words stand apart: "likes tea better than milk", "gave Ana a call".

import { keyOf, keysOf } from "./lexicon.ts";
import type { Token } from "./token.ts";

const LIKING = keysOf(["like", "love", "enjoy"]);
const RANKS = keysOf(["better", "more", "best", "most"]);
const PREFER = keyOf("prefer");
const CARRIERS = keysOf(["give", "take", "make", "pay", "go", "have"]);
/** Nouns that say what is done when a verb of the list above carries them. */
const DEEDS = keysOf(
  `call walk visit ride swim run jog hike look try attempt kiss hug nap rest talk drive start decision promise reply
answer photo picture bath shower lift ring hint offer apology complaint donation contribution payment purchase`.split(
    /\s+/,
  ),
);
const REACH = 4;

export function weighed(tokens: readonly Token[]): readonly Token[] {
  return carried(ranked(tokens));
}

/** Who likes it better prefers it: the verb takes the rank, the ranking word goes light. */
function ranked(tokens: readonly Token[]): readonly Token[] {
  const liking = tokens.find(({ key }) => LIKING.has(key));
  const rank = tokens.find(({ key }) => RANKS.has(key));
  if (liking === undefined || rank === undefined || rank.at < liking.at) return tokens;
  return tokens.map((token) => {
    if (token === liking) return { ...token, key: PREFER };
    return token === rank ? { ...token, isLight: true } : token;
  });
}

/** Who gives a call calls: the deed is the verb, the verb that carries it goes light. */
function carried(tokens: readonly Token[]): readonly Token[] {
  const carrier = tokens.findIndex(({ key, isVerb }) => isVerb && CARRIERS.has(key));
  const deed = tokens.findIndex(
    ({ key, isSingular }, index) =>
      isSingular && DEEDS.has(key) && index > carrier && index <= carrier + REACH,
  );
  if (carrier < 0 || deed < 0) return tokens;
  return tokens.map((token, index) => {
    if (index === carrier) return { ...token, isLight: true };
    return index === deed ? { ...token, isVerb: true } : token;
  });
}
