// Whether a clause needs what was said around it: "I got them a new one" tells nothing by itself. English only; what a clause
// begins with is looked at in every language (the lexicon's `pointer` and `person`).

import type { Language } from "../../../language/lexicon.ts";

/** Each points at something unless a word before it in the same clause says at what. */
const POINTERS =
  /\b(?:it|its|he|she|him|hers|her(?=[\s.,!]*$)|they|they're|they've|them|themselves|theirs|(?<!\bwe(?:['’](?:re|ve|d|ll)| are| were| have| had)? )both|those|these(?! days)|there(?!['’]s| is| are| was| were| will| has| have)|one of them|(?:the|this|that|another|new|other|such an?) ones?|that place|this place|such an? (?:place|thing)|the same(?! \p{L})|(?:this|that)(?=[\s.,!]*$))(?![\p{L}'’])/giu;
/** A place that only its name would say. */
const THERE = /(?<!^)\bthere(?=[\s.,!]*$|,| (?:and|with|for|next|last|one|in|on|this)\b)/iu;
const IT_IS = /\b(?:it|that)['’]s\b/giu;
/** "To that world", "love this place": a thing that is shown, not named. Times are no things. */
const SHOWN =
  /(?:^|\s)(?:about|for|of|to|with|like|likes|love|loves|loved|enjoy|enjoyed|did|do|doing|done|at|in|on|from|after|before|by|than|took|take|made|make|got|get|see|saw|seen|read|watch|watched|try|tried|because of|and|but|so|^)\s?(?:this|that|these|those)\s+(?!morning|afternoon|evening|night|week|weekend|month|year|summer|winter|spring|autumn|fall|time|way|days|monday|tuesday|wednesday|thursday|friday|saturday|sunday|i\b|we\b|you\b|he\b|she\b|they\b|it\b|my\b|our\b|your\b|the\b|a\b|an\b|is\b|was\b|are\b|were\b|would\b|there\b|all\b|no\b|every\b|one\b|some\b|people\b)\p{L}/iu;
/** "It's great to …", "it rains", "it is nine": no thing at all. */
const EMPTY =
  /\bit(?:['’]s| is| was| will be| would be| feels| felt| takes| took| means a lot) .{0,60}\b(?:to|that|when|how|if|whether|since|because)\b|\bit(?:['’]s| is| was) (?:\d|raining|snowing|cold|hot|late|early|dark)|\b(?:make|made|making|call|called) it (?:to|through|past|a day)\b/iu;
const EMPTY_FIRST = new RegExp(`^(?:${EMPTY.source})`, "iu");
/** "Here's a photo of it", "check this out": without what is shown nothing is said. */
const SHOWS =
  /^(?:(?:oh|and|so|well|btw|by the way),? )*(?:here(?:['’]s| is| are| ya| you)|check (?:this|it|out)|take a look|look at)\b/iu;
const THERE_IS =
  /^(?:there(?:['’]s| is| are| was| were| will be)|(?:this|these) (?:is|are|was|were) (?:my|our))\b/iu;
/** Words that name a thing: after an article, a possessive or a number, a name, "hiking". */
const NAMED =
  /\b(?:my|our|his|her|their|your|an?|the|some|any|another|every|each|this|\d+|two|three|four|five|many|most|all|no)\s+(?!lot\b|bit\b|ton\b|few\b|while\b|best\b|same\b|first\b|time\b)[\p{L}-]{2,}/iu;
const NAME =
  /(?<!^|[.!?,]\s|^(?:Thanks|Hey|Hi|Wow|Yeah|Yes|Oh|So) )\b(?!I\b|I['’])\p{Lu}[\p{L}\d]+/u;
const ACTIVITY =
  /(?<!\b(?:am|['’]m|is|was|are|were|been|be|['’]re|['’]ve|keep|kept|still|just|it) )\b\p{L}{2,}ing\b(?<!\b(?:something|anything|everything|nothing|thing|amazing|interesting|morning|evening|during|being|going|doing))/iu;

export function pointsOutward(text: string, language: Language | undefined): boolean {
  if (language !== "en") return false;
  if (SHOWN.test(text) || SHOWS.test(text)) return true;
  if (beginsEmpty(text, language) || EMPTY.test(text)) return false;
  const places = [...text.matchAll(POINTERS), ...text.matchAll(IT_IS)].map(({ index }) => index);
  if (THERE.test(text) && !NAME.test(text)) return true;
  return places.length > 0 && !namesSomething(text.slice(0, Math.min(...places)), language);
}

/** "It is important to me that …", "there is a lake": the first word stands for nothing that was said before. */
export function beginsEmpty(text: string, language: Language | undefined): boolean {
  return language === "en" && (THERE_IS.test(text) || EMPTY_FIRST.test(text));
}

/** Says of what a clause after it may speak. */
export function namesSomething(text: string, language: Language | undefined): boolean {
  return language !== "en" || NAMED.test(text) || NAME.test(text) || ACTIVITY.test(text);
}
