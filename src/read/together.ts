// What the turns of a talk say together: the words that were asked for and the answer often stand in different turns of it,
// and one that says little is worth more in a stretch that says much. Only of talk among people: what is put to an
// assistant stands alone, and its long answers hold words of everything.

import type { Message } from "../model/message.ts";
import { type Pool, spokenSources } from "./candidate.ts";
import type { ReadWords } from "./measure-words.ts";
import type { Nearest, NearWords } from "./near-words.ts";
import { isAssistant } from "./people.ts";
import type { RecallPolicy } from "./policy.ts";

type Turn = Readonly<{
  message: Message;
  held: ReadonlySet<string>;
  length: number;
  cosine: number;
  nearest: () => Nearest;
}>;

/** Each between 0 and 1, or a little below 0 for the nearness of words, which is worked out for those that ask. */
export type Together = Readonly<{
  share: number;
  /** How near the words of the window are to the question's. */
  near: () => number;
  /** The same of the turn before, where it asks something of this one. */
  reply: () => number;
}>;

/** The words of every candidate, and how near they are, in their order. */
export type Read = Readonly<{
  words: ReadWords;
  near: NearWords;
  nearest: readonly (() => Nearest)[];
}>;

type Talk = Readonly<{
  pool: Pool;
  read: Read;
  turns: ReadonlyMap<string, Turn>;
  shares: RecallPolicy["together"];
}>;

/** Turns on either side. */
const REACH = 2;
/** The least of a conversation that counts for its length, in average turns: little of it may have been found. */
const LEAST_TURNS = 2.5;
/** In how many turns of its length a conversation is expected to say what is asked. */
const TELLING_TURNS = 5;
const ASKS = /[?？؟]/u;

/**
 * By id. A turn beside which no other person's is known is not in it; a memory that rests on no message is, where any
 * turn is: it is all that was said of it.
 */
export function saidTogether(
  pool: Pool,
  read: Read,
  {
    talks,
    shares,
  }: Readonly<{
    talks: readonly (readonly Message[])[];
    shares: RecallPolicy["together"];
  }>,
): ReadonlyMap<string, Together> {
  const turns = turnsOf(pool, read);
  const talk = { pool, read, turns, shares };
  const together = new Map<string, Together>();
  for (const messages of talks) {
    const among = messages.flatMap(({ id }) => turns.get(id) ?? []);
    const windows = among.flatMap((turn) => {
      const window = windowOf(turn, talk);
      return window.length > 1 ? [{ turn, window }] : [];
    });
    if (windows.length === 0) continue;
    const whole = shares.conversation * conversationShare(among, read.words);
    for (const { turn, window } of windows)
      together.set(turn.message.id, {
        share: Math.min(1, whole + windowShare(window, talk)),
        near: () => read.near.share(window.map(({ nearest }) => nearest())),
        reply: () => replyShare(turn, talk),
      });
  }
  if (together.size > 0) for (const [id, told] of toldAlone(talk)) together.set(id, told);
  return together;
}

/** The turns of a window are on average about half as near as the one that answers. */
const NEAR_ALONE = 0.5;

function toldAlone({ pool, read, shares }: Talk): readonly (readonly [string, Together])[] {
  return pool.candidates.flatMap((candidate, at) => {
    if (candidate.item === "message" || spokenSources(candidate).length > 0) return [];
    const text = read.words.texts[at] ?? [];
    const measure = read.words.measures.memory();
    const found = measure.together(measure.held(text), { length: text.length, texts: 1 });
    const near = NEAR_ALONE * Math.max(0, candidate.cosine ?? 0);
    const share = (shares.words + shares.conversation) * found + shares.meaning * near;
    const words = () => read.near.share(read.nearest.slice(at, at + 1).map((nearest) => nearest()));
    const told = { share: Math.min(1, share), near: words, reply: () => 0 };
    return [[candidate.record.id, told] as const];
  });
}

/** People's turns alone. */
function turnsOf({ candidates }: Pool, { words, nearest }: Read): ReadonlyMap<string, Turn> {
  const turns = new Map<string, Turn>();
  for (const [at, { item, record, cosine = 0 }] of candidates.entries()) {
    const near = nearest[at];
    if (item !== "message" || near === undefined || isAssistant(record)) continue;
    const text = words.texts[at] ?? [];
    const held = words.measures.message().held(text);
    turns.set(record.id, { message: record, held, length: text.length, cosine, nearest: near });
  }
  return turns;
}

/** The turn and those next to it, as far as they are candidates and follow on each other. */
function windowOf(turn: Turn, talk: Talk): readonly Turn[] {
  const window = [turn];
  for (const side of ["before", "after"] as const) {
    let at: Turn | undefined = turn;
    for (let step = 0; step < REACH && at !== undefined; step++) {
      at = besideTurn(at, side, talk);
      if (at !== undefined) window.push(at);
    }
  }
  return window;
}

function besideTurn(
  { message }: Turn,
  side: "before" | "after",
  { pool, turns }: Talk,
): Turn | undefined {
  return turns.get(pool.beside.get(message.id)?.[side] ?? "");
}

function replyShare(turn: Turn, talk: Talk): number {
  const before = besideTurn(turn, "before", talk);
  if (before === undefined || !ASKS.test(before.message.text)) return 0;
  return talk.read.near.share([before.nearest()]);
}

function windowShare(window: readonly Turn[], { read, shares }: Talk): number {
  const near = window.reduce((sum, { cosine }) => sum + Math.max(0, cosine), 0);
  const size = { length: lengthOf(window), texts: window.length };
  const found = read.words.measures.message().together(heldBy(window), size);
  return shares.words * found + (shares.meaning * near) / (2 * REACH + 1);
}

function conversationShare(among: readonly Turn[], words: ReadWords): number {
  const least = LEAST_TURNS * words.averageLength("message");
  const size = { length: Math.max(least, lengthOf(among)), texts: TELLING_TURNS };
  return words.measures.message().together(heldBy(among), size);
}

function heldBy(turns: readonly Turn[]): ReadonlySet<string> {
  return new Set(turns.flatMap(({ held }) => [...held]));
}

function lengthOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { length }) => sum + length, 0);
}
