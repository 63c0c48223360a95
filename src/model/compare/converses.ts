// One event told from its two ends: "Ana taught Bob to swim" and "Bob learned to swim from Ana". Only where the other
// statement tells it from the other end is a statement turned, so that each keeps its own words everywhere else.

import { CONVERSES } from "./lexicon/converses.ts";
import {
  areEquals,
  areOpposites,
  hasOpposite,
  isParticiple,
  keyOf,
  keysOf,
  lines,
} from "./lexicon.ts";
import { doneBy, rootOf } from "./roots.ts";
import { changedToken, retold, type Statement, type Token } from "./token.ts";

type Converse = Readonly<{ verb: string; markers: readonly string[]; told: string }>;

const CONVERSE = compile();
/** Whoever gets a visit is visited: the noun says what was done, and who it came from did it. */
const GETTING = keysOf("get receive have".split(" "));
const IRREGULAR_RANKS = new Set(["better", "worse", "more", "less"]);
const PAY = keyOf("pay");
const BUY = keyOf("buy");

type Turning = Readonly<{
  /** What the statement alone must have; most have it for none, and then no other statement can turn it. */
  mayTurn: (statement: Statement) => boolean;
  turn: (statement: Statement, other: Statement) => Statement | undefined;
}>;

const TURNINGS: readonly Turning[] = [
  { mayTurn: ({ tokens }) => tokens.some(isOutranking), turn: outranked },
  { mayTurn: ({ tokens }) => tokens.some(isOneEnd), turn: turned },
  { mayTurn: (one) => !one.isPassive && one.tokens.some(isUndergone), turn: undergone },
  { mayTurn: mayBeOffice, turn: inOffice },
  { mayTurn: ({ tokens }) => tokens.some(isGetting), turn: received },
  { mayTurn: ({ tokens }) => tokens.some(isPaying), turn: bought },
];
const turnings = new WeakMap<Statement, readonly Turning[]>();

/** The first statement in the terms of the second, or as it is. */
export function toldLike(statement: Statement, other: Statement): Statement {
  for (const { turn } of turningsOf(statement)) {
    const told = turn(statement, other);
    if (told !== undefined) return told;
  }
  return statement;
}

function turningsOf(statement: Statement): readonly Turning[] {
  const known = turnings.get(statement);
  if (known !== undefined) return known;
  const found = TURNINGS.filter(({ mayTurn }) => mayTurn(statement));
  turnings.set(statement, found);
  return found;
}

function isOutranking({ marker, kind }: Token): boolean {
  return marker === "than" && kind === "name";
}

function isOneEnd({ isVerb, key }: Token): boolean {
  return isVerb && CONVERSE.byVerb.has(key);
}

function isUndergone({ marker, isVerb, word, key }: Token): boolean {
  return isVerb && marker === "be" && CONVERSE.told.has(key) && isParticiple(word);
}

function mayBeOffice({ tokens }: Statement): boolean {
  return !tokens.some(isDeed) && tokens.some(isOwning) && tokens.some(isHolding);
}

function isDeed({ isVerb, isLight }: Token): boolean {
  return isVerb && !isLight;
}

function isOwning({ kind, isOwner, marker }: Token): boolean {
  return kind === "name" && (isOwner || marker === "of");
}

function isHolding({ kind, isOwner, marker }: Token): boolean {
  return kind === "name" && !isOwner && (marker === "" || marker === "be");
}

function isGetting({ isVerb, key }: Token): boolean {
  return isVerb && GETTING.has(key);
}

function isPaying({ isVerb, key }: Token): boolean {
  return isVerb && key === PAY;
}

/** "Ana is taller than Bob" is "Bob is shorter than Ana". */
function outranked(statement: Statement, other: Statement): Statement | undefined {
  const { tokens, subject } = statement;
  const than = tokens.findIndex(isOutranking);
  const [first] = subject;
  const isRanked = other.tokens.some(({ marker }) => marker === "than");
  if (than < 0 || first === undefined || !isRanked) return undefined;
  const rank = tokens.findIndex(({ kind, word }) => kind === "word" && rankOf(word) !== undefined);
  const opposite = other.tokens.find((token) => isOtherEnd(token, tokens[rank]));
  if (opposite === undefined) return undefined;
  const told = changedAt(tokens, [
    [rank, { key: opposite.key, word: opposite.word }],
    [than, { marker: tokens[first]?.marker ?? "" }],
    [first, { marker: "than" }],
  ]);
  return retold(statement, { tokens: told, subject: [than] });
}

function isOtherEnd({ word }: Token, rank: Token | undefined): boolean {
  const one = rankOf(word);
  const other = rank === undefined ? undefined : rankOf(rank.word);
  return one !== undefined && other !== undefined && areOpposites(one, other);
}

/** What is compared: "taller" is of "tall", "better" stands for itself. */
function rankOf(word: string): string | undefined {
  if (IRREGULAR_RANKS.has(word)) return keyOf(word);
  const cut = /^(.{2,})er$/.exec(word)?.[1];
  if (cut === undefined) return undefined;
  const bases = [cut, `${cut}e`, cut.replace(/(.)\1$/, "$1"), cut.replace(/i$/, "y")];
  return bases.map(keyOf).find((key) => hasOpposite(key));
}

function turned(statement: Statement, other: Statement): Statement | undefined {
  for (const [verb, { key, isVerb }] of statement.tokens.entries()) {
    const converses = isVerb ? (CONVERSE.byVerb.get(key) ?? []) : [];
    for (const { markers, told } of converses) {
      const doer = doerAt(statement, verb, markers);
      const isTold = doer !== undefined && hasVerb(other, told) && !saysItself(other, key);
      if (isTold) return suffered(statement, { verb, told, doer });
    }
  }
  return undefined;
}

/** "was taught Greek" is "learned Greek", whoever taught it. */
function undergone(statement: Statement, other: Statement): Statement | undefined {
  const suffered = statement.tokens.filter(isUndergone);
  for (const { verb, told } of CONVERSE.all) {
    const at = statement.tokens.findIndex(
      (token) => token.key === told && suffered.includes(token),
    );
    if (at < 0 || !saysItself(other, verb)) continue;
    return retold(statement, {
      tokens: changedAt(statement.tokens, [[at, { key: verb, marker: "" }]]),
    });
  }
  return undefined;
}

/** "Ana's coach is Bob" and "Bob is the coach of Ana" say that Bob coaches Ana. */
function inOffice(statement: Statement, other: Statement): Statement | undefined {
  const { tokens } = statement;
  const owner = tokens.findIndex(isOwning);
  const holder = tokens.findIndex(isHolding);
  const verbs = other.tokens.filter(isDeed);
  const office = tokens.findIndex(
    ({ kind, isVerb, word, key }) =>
      kind === "word" &&
      !isVerb &&
      verbs.some((verb) => verb.key === key || verb.key === doneBy(word)),
  );
  if (office < 0) return undefined;
  const told = changedAt(tokens, [
    [office, { isVerb: true, marker: "" }],
    [owner, { isOwner: false, marker: "" }],
    [holder, { marker: "" }],
  ]);
  return retold(statement, { tokens: told, subject: [holder] });
}

/** "got praise from Ana" is "was praised by Ana". */
function received(statement: Statement, other: Statement): Statement | undefined {
  const { tokens } = statement;
  const getting = tokens.findIndex(isGetting);
  const doer = doerAt(statement, getting, ["from"]);
  if (doer === undefined) return undefined;
  const verbs = other.tokens.filter(isDeed);
  const deed = tokens.findIndex(
    ({ kind, isVerb, word }, at) =>
      at > getting &&
      at !== doer &&
      kind === "word" &&
      !isVerb &&
      verbs.some((verb) => rootOf(verb.word) === rootOf(word)),
  );
  if (deed < 0) return undefined;
  const told = suffered(statement, { verb: deed, told: tokens[deed]?.key ?? "", doer });
  return retold(told, { tokens: changedAt(told.tokens, [[getting, { isLight: true }]]) });
}

/** "paid 90 euros for a lamp" is "bought a lamp for 90 euros". */
function bought(statement: Statement, other: Statement): Statement | undefined {
  const { tokens } = statement;
  const pay = tokens.findIndex(isPaying);
  const sum = pay + 1;
  const thing = tokens.findIndex(
    ({ marker, kind }, at) => at > sum && marker === "for" && kind !== "number",
  );
  if (thing < 0 || tokens[sum]?.kind !== "number" || !hasVerb(other, BUY)) return undefined;
  const told = changedAt(tokens, [
    [pay, { key: BUY }],
    [sum, { marker: "for" }],
    [thing, { marker: "" }],
  ]);
  return retold(statement, { tokens: told });
}

/** Then both tell it from this end. */
function saysItself({ tokens }: Statement, key: string): boolean {
  return tokens.some((token) => token.isVerb && token.key === key);
}

function hasVerb({ tokens }: Statement, key: string): boolean {
  return tokens.some((token) => token.isVerb && areEquals(token.key, key));
}

function doerAt(
  { tokens }: Statement,
  verb: number,
  markers: readonly string[],
): number | undefined {
  const found = tokens.findIndex(
    ({ marker, kind }, at) => at > verb && kind === "name" && markers.includes(marker),
  );
  return found < 0 ? undefined : found;
}

type Turn = Readonly<{ verb: number; told: string; doer: number }>;

function suffered(statement: Statement, { verb, told, doer }: Turn): Statement {
  const word = pastOf(statement.tokens[verb]?.word ?? "", told);
  const tokens = changedAt(statement.tokens, [
    [verb, { key: told, word, marker: "be", isVerb: true }],
    [doer, { marker: "by" }],
  ]);
  return retold(statement, { tokens, isPassive: true, subject: [doer] });
}

/** The first change of a place counts. */
function changedAt(
  tokens: readonly Token[],
  changes: readonly (readonly [number, Partial<Token>])[],
): readonly Token[] {
  const told: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const change = changes.find(([place]) => place === at)?.[1];
    told.push(change === undefined ? token : changedToken(token, change));
  }
  return told;
}

/** A form that reads as one that was done, whatever the verb's own is. */
function pastOf(word: string, told: string): string {
  return isParticiple(word) ? word : `${told}ed`;
}

function compile() {
  const all = lines(CONVERSES).map((line): Converse => {
    const [verb = "", markers = "", told = ""] = line.split(/: | = /);
    return { verb: keyOf(verb), markers: markers.split(" "), told: keyOf(told) };
  });
  const byVerb = new Map<string, Converse[]>();
  for (const one of all) byVerb.set(one.verb, [...(byVerb.get(one.verb) ?? []), one]);
  return { all, byVerb, told: new Set(all.map(({ told }) => told)) };
}
