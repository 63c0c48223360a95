// What newly learnt facts add to a person's profile: lasting things it does not say yet.

import { POLICIES } from "../../../model/kinds.ts";
import type { Memory } from "../../../model/memory.ts";
import { CORRECTED_TAG, type ProfileInput, type ProfileLine } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { inOrder, relate } from "./likeness.ts";
import { sectionOf } from "./section.ts";

/** From one conversation; more would be a transcript, not a profile. */
const MAX_ADDED = 12;
const MIN_CONFIDENCE = 0.5;
/** Facts below this importance are about a day, not about a person. */
const MIN_IMPORTANCE = 3;
/** A feeling or an outing passes; it counts only when it was marked as mattering. */
const PASSING: readonly string[] = ["event", "feeling", "plan"];
const PASSING_IMPORTANCE = 4;

/** "finally finished …", "just got …": told as news, whatever it was filed under. */
const NEWS = /^\S+(?: and \S+)? (?:finally|just|already) \p{L}+/u;

export function profileLines({ user, lines, facts }: ProfileInput): ProfileLine[] {
  const lasting = facts
    .filter((fact) => (fact.subject ?? user.id) === user.id && isLasting(fact))
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
    text: bounded(fact.text, POLICIES.trait.maxLength),
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

// A contradiction is news, unless a person set the line right or the line comes from someone more trusted.
function isNewBeside(line: Memory, fact: Memory): boolean {
  const { relation } = relate(inOrder(line, fact));
  if (relation === "same_key" || relation === "same") return false;
  if (relation === "close") return inOrder(line, fact).newer === fact;
  return (
    relation !== "contradiction" || !(line.tags.includes(CORRECTED_TAG) || line.trust > fact.trust)
  );
}
