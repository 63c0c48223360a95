// Which part of a profile a fact belongs to, when whoever found it did not say.

import type { Section } from "../../../model/kinds.ts";
import type { Memory } from "../../../model/memory.ts";

const CUES: readonly (readonly [Section, RegExp])[] = [
  [
    "relationships",
    /\b(?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|sister|brother|son|daughter|kids?|children|aunt|uncle|cousin|friend|roommate|colleague|dog|cat|married|engaged|dating)\b/i,
  ],
  [
    "skills",
    /\b(?:can (?!not)|knows how|speaks|fluent|skilled|good at|experienced|certified|plays the|programs in|is learning)\b/i,
  ],
  [
    "opinions",
    /\b(?:thinks|believes|prefers|hates|dislikes|does not like|cannot stand|opposes|considers|finds)\b/i,
  ],
  [
    "interests",
    /\b(?:likes|loves|enjoys|adores|fan of|interested in|passionate|hobby|favou?rite)\b/i,
  ],
  [
    "bio",
    /\b(?:lives|lived|moved|works|worked|born|grew up|years old|studies|studied|graduated|job|allergic|is an? |from [A-Z])/,
  ],
];
const OF_CATEGORY: Readonly<Record<string, Section>> = {
  preference: "interests",
  profile: "bio",
  relationship: "relationships",
};

export function sectionOf(fact: Memory): Section {
  if (fact.section !== undefined) return fact.section;
  const cue = CUES.find(([, pattern]) => pattern.test(fact.text));
  return cue?.[0] ?? OF_CATEGORY[fact.category] ?? "other";
}
