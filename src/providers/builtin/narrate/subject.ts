// Talk leaves "I" out ("Just got back", "Been reading"): puts it back where only "I" can have been meant.

import { isPastVerb } from "./verbs.ts";
import { ADVERBS, DETERMINERS, PREPOSITIONS } from "./vocabulary.ts";

const GOING_TO = /^going to (?!be\b|the\b|a\b|\w+s\b)/i;
const PROGRESSIVE =
  /^(?:planning (?:to|on)|working (?:on|at|as|for)|thinking (?:about|of)|heading|trying (?:to|out)|looking (?:for|into)|hoping to|learning|training for|moving to)\b/i;
// Read as what someone is, not as what someone did.
const STATES =
  /^(?:bored|excited|tired|interested|worried|relieved|pleased|thrilled|blessed|honou?red|stoked|stressed|impressed|inspired|fascinated|based|born|supposed|red|wed|need)$/;
const OBJECT = /^(?:it|them|him|her|this|that|these|those|up|down|out|off|[\p{Lu}].*|\w+ing)$/u;
const OTHER_FINITE =
  /\b(?:is|are|was|were|has|have|can|will|would|\w+s (?:me|us|my|our|the|a|you))\b/i;

export function supplySubject(sentence: string): string {
  const lower = decapitalised(sentence);
  if (
    /^been (?:(?:really|so|very|super|pretty|mostly|also) )?(?:\w+ing|to|busy|thinking)\b/.test(
      lower,
    )
  )
    return `I have ${lower}`;
  if (GOING_TO.test(lower) || (PROGRESSIVE.test(lower) && !OTHER_FINITE.test(lower)))
    return `I am ${lower}`;
  const [first = "", object = ""] = lower.split(/\s+/).filter((word) => !ADVERBS.has(word));
  // "Took me hours": it did, not the speaker.
  if (/^(?:me|us|you)$/.test(object)) return sentence;
  const isDeed = isPastVerb(first) && !STATES.test(first) && !isAmbiguous(first);
  // "Mixed feelings" is a thing; "Mixed the dough" is a deed.
  const hasObject =
    !first.endsWith("ed") ||
    OBJECT.test(object) ||
    DETERMINERS.has(object) ||
    PREPOSITIONS.has(object);
  return /^[a-z]+$/.test(first) && isDeed && hasObject ? `I ${lower}` : sentence;
}

// At the start of a sentence these are orders or nouns as often as pasts.
function isAmbiguous(word: string): boolean {
  return /^(?:let|put|set|read|cut|hit|quit|shut|bet|cast|cost|split|spread|left|was|did|hurt|burst|used|reset|lay|felt)$/.test(
    word,
  );
}

export function decapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
