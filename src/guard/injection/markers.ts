// Attacks that show in the form of a text rather than in its words: forged turns, spliced orders, spelled-out words.

import { type Bits, meets } from "../bits.ts";
import { matchesOf } from "../matches.ts";
import { CUES, type Cue, cue } from "../secrets/cues.ts";
import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";
import type { Hit } from "./hit.ts";
import { WORD_CLASSES } from "./lexicon.ts";
import { MARKERS, type Marker } from "./marker-forms.ts";
import { classBits } from "./readings.ts";
import type { Said, Word } from "./words.ts";

const SPELLED = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){6,400}\p{L}(?![\p{L}\p{N}])/gu;
const SHORTEST_ORDER = 3;
const LONGEST_ORDER = 14;
const ORDER_WORDS = new Set(
  [WORD_CLASSES.discard, WORD_CLASSES.say, WORD_CLASSES.rules, WORD_CLASSES.prompt]
    .flatMap((list) => list.split(/\s+/))
    .filter((word) => word.length >= SHORTEST_ORDER),
);
const SHOUTED_RUN = 4;
const LEAST_QUIET = 3;
const AROUND = 20;
const ORDERS = classBits(["say", "answer", "make", "discard", "role", "prompt", "are", "rules"]);
/** Of the letters of a spelled-out word all but the first and the last stand alone. */
const LEAST_SINGLES = 5;

type Asked = Readonly<{ marker: Marker; cue: Bits | undefined; signs: readonly number[] }>;

const ASKED: readonly Asked[] = MARKERS.map((marker) => ({
  marker,
  cue: isCue(marker.rule) ? cue(marker.rule) : undefined,
  signs: (marker.signs ?? []).map(anyOf),
}));

function isCue(rule: string): rule is Cue {
  return Object.hasOwn(CUES, rule);
}

export function findMarkers(text: string, glance: TextFeatures): readonly Hit[] {
  const found: Hit[] = [];
  for (const asked of ASKED) {
    if (!isPossible(asked, glance)) continue;
    const { rule, weight, form } = asked.marker;
    for (const match of matchesOf(text, form))
      found.push({ rule, weight, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function isPossible({ marker, cue: asked, signs: groups }: Asked, { signs, said }: TextFeatures) {
  if (asked !== undefined && !meets(said.cues, asked)) return false;
  if (marker.isPossible !== undefined && !marker.isPossible({ signs, said })) return false;
  // Signs may be written in other characters, too.
  if (!signs.isAscii) return true;
  for (const group of groups) if ((signs.seen & group) === 0) return false;
  return true;
}

/** Words spelled letter by letter, so that no filter reads them. Only what spells an order counts. */
export function findSpelled(text: string, { singles }: Said): readonly Hit[] {
  if (singles < LEAST_SINGLES) return [];
  return matchesOf(text, SPELLED)
    .filter((match) => holdsOrder(match[0].replace(/[ ._*-]/g, "").toLowerCase()))
    .map((match) => ({
      rule: "spelled_out",
      weight: 1,
      start: match.index,
      end: match.index + match[0].length,
    }));
}

function holdsOrder(letters: string): boolean {
  for (let at = 0; at < letters.length; at++) {
    for (let length = SHORTEST_ORDER; length <= LONGEST_ORDER; length++) {
      if (ORDER_WORDS.has(letters.slice(at, at + length))) return true;
    }
  }
  return false;
}

/** An order in capitals spliced into a quiet sentence. */
export function findShouts({ words, shouted }: Said): readonly Hit[] {
  if (shouted < SHOUTED_RUN) return [];
  const found: Hit[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from;
    while (to < words.length && words[to]?.isShouted) to++;
    const run = words.slice(from, to);
    if (run.length >= SHOUTED_RUN && run.some(isOrder) && isSpliced(words, from, to)) {
      const start = run[0]?.start ?? 0;
      found.push({ rule: "shouted_order", weight: 1, start, end: run.at(-1)?.end ?? start });
    }
    from = Math.max(to, from + 1);
  }
  return found;
}

function isSpliced(words: readonly Word[], from: number, to: number): boolean {
  const around = [
    ...words.slice(Math.max(0, from - AROUND), from),
    ...words.slice(to, to + AROUND),
  ];
  return around.filter((word) => !word.isShouted).length >= LEAST_QUIET;
}

function isOrder(word: Word): boolean {
  return meets(word.classes, ORDERS);
}
