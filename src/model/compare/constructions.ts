// Turns of phrase whose words stand apart: "likes tea better than milk", "gave Ana a call".

import { keyOf, keysOf } from "./lexicon.ts";
import { changedToken, type Token } from "./token.ts";

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
  const told = [...tokens];
  rank(told);
  carry(told);
  classify(told);
  support(told);
  passOnTheWay(told);
  employ(told);
  return told;
}

function change(told: Token[], at: number, to: Partial<Token>): void {
  const token = told[at];
  if (token !== undefined) told[at] = changedToken(token, to);
}

function classify(told: Token[]): void {
  for (const [at, token] of told.entries())
    if (token.kind === "word" && !token.isVerb && isClass(token) && isBeside(told, at))
      change(told, at, { isLight: true });
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
function employ(told: Token[]): void {
  for (const [at, { key }] of told.entries())
    if (key === WORK && told[at + 1]?.kind === "number") change(told, at, { isLight: false });
}

function passOnTheWay(told: Token[]): void {
  for (const [at, { key }] of told.entries())
    if (ON_THE_WAY.has(key) && leadsTo(told[at + 1])) change(told, at, { isLight: true });
}

function leadsTo(next: Token | undefined): boolean {
  return next?.isVerb === true && (next.marker === "to" || next.word.endsWith("ing"));
}

function support(told: Token[]): void {
  const at = told.findIndex(
    ({ key, isVerb, tense }) =>
      isVerb && (SUPPORTS.has(key) || (FINISHES.has(key) && tense !== "other")),
  );
  if (at >= 0 && told.slice(at + 1, at + 1 + REACH).some(isEvent))
    change(told, at, { isLight: true });
}

function isEvent({ key, word, kind, isVerb, marker }: Token): boolean {
  if (kind !== "word" || isVerb || !OBJECT_MARKERS.has(marker)) return false;
  return EVENTS.has(key) || EVENT.test(word);
}

/** Who likes it better prefers it: the verb takes the rank, the ranking word goes light. */
function rank(told: Token[]): void {
  const liking = told.findIndex(({ key }) => LIKING.has(key));
  if (liking < 0) return;
  const ranking = told.findIndex(({ key }) => RANKS.has(key));
  if (ranking < liking) return;
  change(told, liking, { key: PREFER });
  change(told, ranking, { isLight: true });
}

/** Who gives a call calls: the deed is the verb, the verb that carries it goes light. */
function carry(told: Token[]): void {
  const carrier = told.findIndex(({ key, isVerb }) => isVerb && CARRIERS.has(key));
  if (carrier < 0) return;
  const deed = told.findIndex(
    ({ key, isSingular }, index) =>
      isSingular && DEEDS.has(key) && index > carrier && index <= carrier + REACH,
  );
  if (deed < 0) return;
  change(told, carrier, { isLight: true });
  change(told, deed, { isVerb: true });
}
