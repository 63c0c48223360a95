// What newly learnt facts add to a person's profile: lasting things it does not say yet, each line the fact as it
// stands, told or quoted.

import { POLICIES, type Section } from "../../../model/kinds.ts";
import type { Memory } from "../../../model/memory.ts";
import { ownValue } from "../../../model/own-value.ts";
import { readQuote } from "../../../model/quote.ts";
import { CORRECTED_TAG, type ProfileInput, type ProfileLine } from "../../../ports/narrator.ts";
import { compared, inOrder } from "./consolidate.ts";
import { isFluent, standsAlone } from "./fluency.ts";

/** From one conversation; more would be a transcript, not a profile. */
const MAX_ADDED = 12;
const MIN_CONFIDENCE = 0.5;
/** Facts below this importance are about a day, not about a person. */
const MIN_IMPORTANCE = 3;
/** A feeling or an outing passes; it counts only when it was marked as mattering. */
const PASSING: readonly string[] = ["event", "feeling", "plan"];
const PASSING_IMPORTANCE = 4;
/** "finally finished …", "just got …": told as news, whatever it was filed under. */
const NEWS = /^(?:\S+(?: and \S+)?: ")?\S+(?: and \S+)? (?:finally|just|already) \p{L}+/u;

const CUES: readonly (readonly [Section, RegExp])[] = [
  [
    "relationships",
    /\b(?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|sister|brother|son|daughter|kids?|children|aunt|uncle|cousin|friend|roommate|colleague|dog|cat|married|engaged|dating)\b/i,
  ],
  [
    "skills",
    /\b(?:can (?!not)|knows? how|speaks?|fluent|skilled|good at|experienced|certified|plays? the|programs? in|(?:is|am|['’]m) learning)\b/i,
  ],
  [
    "opinions",
    /\b(?:thinks?|believes?|prefers?|hates?|dislikes?|do(?:es)? not like|do(?:es)?n['’]t like|cannot stand|can['’]t stand|opposes?|considers?|finds)\b/i,
  ],
  [
    "interests",
    /\b(?:likes?|loves?|enjoys?|adores?|fan of|interested in|passionate|hobby|favou?rite)\b/i,
  ],
  [
    "bio",
    /\b(?:lives?|lived|moved|works?|worked|born|grew up|years old|study|studies|studied|graduated|job|allergic|(?:is|am|['’]m) an? |from [A-Z])/,
  ],
];
const OF_CATEGORY: Readonly<Record<string, Section>> = {
  preference: "interests",
  profile: "bio",
  relationship: "relationships",
};

export function profileLines({ user, lines, facts }: ProfileInput): ProfileLine[] {
  const lasting = facts
    .filter((fact) => (fact.subject ?? user.id) === user.id && isLasting(fact) && isFit(fact))
    .toSorted(
      (a, b) =>
        b.importance - a.importance || b.confidence - a.confidence || (a.id < b.id ? -1 : 1),
    );
  const added: Memory[] = [];
  for (const fact of lasting) {
    if (added.length >= MAX_ADDED) break;
    if ([...lines, ...added].every((line) => isNewBeside(line, fact))) added.push(fact);
  }
  return added.map((fact) => ({
    section: sectionOf(fact),
    text: fact.text,
    sources: [fact.id],
    confidence: fact.confidence,
  }));
}

function isLasting({ confidence, importance, tags, text }: Memory): boolean {
  if (confidence < MIN_CONFIDENCE) return false;
  const isPassing =
    NEWS.test(text) || (tags.length > 0 && tags.every((tag) => PASSING.includes(tag)));
  return importance >= (isPassing ? PASSING_IMPORTANCE : MIN_IMPORTANCE);
}

/** Neither a question nor chatter nor half a scene, and never cut to fit. */
function isFit({ text }: Memory): boolean {
  if (text.length > POLICIES.trait.maxLength || !isFluent(text)) return false;
  const said = readQuote(text)?.said;
  return !/[?？؟]\s*$/u.test(said ?? text) && (said === undefined || standsAlone(said));
}

// A contradiction is news, unless a person set the line right or the line comes from someone more trusted.
function isNewBeside(line: Memory, fact: Memory): boolean {
  const { relation } = compared(inOrder(line, fact));
  if (relation === "same_key" || relation === "same") return false;
  if (relation === "close") return inOrder(line, fact).newer === fact;
  return (
    relation !== "contradiction" || !(line.tags.includes(CORRECTED_TAG) || line.trust > fact.trust)
  );
}

/** Where whoever found the fact did not say. */
function sectionOf(fact: Memory): Section {
  if (fact.section !== undefined) return fact.section;
  const cue = CUES.find(([, pattern]) => pattern.test(fact.text));
  return cue?.[0] ?? ownValue(OF_CATEGORY, fact.category) ?? "other";
}
