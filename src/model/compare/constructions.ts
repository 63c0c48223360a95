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
const OBJECT_MARKERS = new Set(["", "of", "in"]);
const WORK = keyOf("work");

/** What something is, said beside it: "jazz music", "the colour blue", "the year 2004". */
const CLASSES_OF_THINGS = keysOf(
  `music color colour language city town country food dish dance sport game instrument brand
subject religion season disease illness street`.split(/\s+/),
);
const TIMES = keysOf(["month", "year", "day"]);
/** Verbs that say no more than that one has what follows. */
const SUPPORTS = keysOf(["get", "take", "receive", "do", "attend", "pay"]);
/** What was finished was done. */
const FINISHES = keysOf(["complete", "finish"]);
/** "comes to visit", "goes to see": only the verb behind them says what is done. */
const ON_THE_WAY = keysOf(["come", "go"]);
/** Nouns of what happens, by their ending or by name; to get, take or have one is the same. */
const EVENT = /(?:tion|sion|ment|ance|ence|sis)s?$/;
const EVENTS = keysOf(
  `lesson class course exam test appointment meeting interview surgery checkup check-up shot session training therapy
holiday vacation break shower bath nap meal breakfast lunch dinner coffee tea medicine internship apprenticeship sleep rest rent fee tuition`.split(
    /\s+/,
  ),
);

export function weighed(tokens: readonly Token[]): readonly Token[] {
  return employed(onTheWay(supported(classed(carried(ranked(tokens))))));
}

function classed(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    if (token.kind !== "word" || token.isVerb || !isClass(token)) return token;
    return isBeside(tokens, at) ? { ...token, isLight: true } : token;
  });
}

function isClass({ key }: Token): boolean {
  return CLASSES_OF_THINGS.has(key) || TIMES.has(key);
}

/** Next to the thing itself, in either order, or "of" it; a number beside it counts it, unless it is a year. */
function isBeside(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined || before?.kind === "number") return false;
  if (TIMES.has(token.key)) return after?.kind === "date" || isYear(token, after);
  const isBehind = before !== undefined && before.at + 1 === token.at && !token.afterStop;
  const isOf = after?.marker === "of" && !after.isVerb;
  const isNext = after?.marker === "" && after.at === token.at + 1 && !after.isVerb;
  return isOf || isNext || (isBehind && !before.isVerb && !before.isOwner);
}

function isYear({ at }: Token, after: Token | undefined): boolean {
  return after?.kind === "number" && after.at === at + 1 && /^n\d{4}$/.test(after.key);
}

/** "works as a nurse" is a nurse; "works ten hours" says more than ten hours. */
function employed(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const isCounted = token.key === WORK && tokens[at + 1]?.kind === "number";
    return isCounted ? { ...token, isLight: false } : token;
  });
}

function onTheWay(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const next = tokens[at + 1];
    const isLeading = next?.isVerb === true && (next.marker === "to" || next.word.endsWith("ing"));
    return isLeading && ON_THE_WAY.has(token.key) ? { ...token, isLight: true } : token;
  });
}

function supported(tokens: readonly Token[]): readonly Token[] {
  const support = tokens.findIndex(
    ({ key, isVerb, tense }) =>
      isVerb && (SUPPORTS.has(key) || (FINISHES.has(key) && tense !== "other")),
  );
  const objects = tokens.slice(support + 1, support + 1 + REACH);
  const isEvent = objects.some(({ key, word, kind, isVerb, marker }) =>
    kind === "word" && !isVerb && OBJECT_MARKERS.has(marker)
      ? EVENTS.has(key) || EVENT.test(word)
      : false,
  );
  if (support < 0 || !isEvent) return tokens;
  return tokens.map((token, at) => (at === support ? { ...token, isLight: true } : token));
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
