// Spells out what talk runs together (I'm, gonna, dont), so that later rules meet whole words only.

import { isPastVerb } from "./verbs.ts";

const RUN_TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/[‘’ʼ]/g, "'"],
  [/\bi\b/g, "I"],
  [/\b(?:im|Im)\b/g, "I am"],
  [/\b(?:ive|Ive)\b/g, "I have"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should)nt\b/gi, "$1 not"],
  [/\bcan(?:no|'|)t\b/gi, "can not"],
  [/\bwon'?t\b/gi, "will not"],
  [/n't\b/gi, " not"],
  [/\bI'm\b/gi, "I am"],
  [/'re\b/gi, " are"],
  [/'ve\b/gi, " have"],
  [/'ll\b/gi, " will"],
  [/(\b\w{3,}in)'(?=\W|$)/gi, "$1g"],
  [/(?<!\w)'(?:cause|cuz)\b|\b(?:cuz|bc)\b/gi, "because"],
  [/\bI gonna\b/gi, "I am going to"],
  [/\bgonna\b/gi, "going to"],
  [/\bwanna\b/gi, "want to"],
  [/\bgotta\b/gi, "have to"],
  [/\bgot to (?=be\b|go\b)/gi, "had to "],
  [/\b(?:kind|sort)a\s+/gi, ""],
  [/(?<!\b(?:a|the|some|any|this|that|what|all|same) )\b(?:kind|sort) of\s+/gi, ""],
  [/\b(have|has) (still |already |also )?got\b/gi, "$1"],
  [/\blet's\b/gi, "let us"],
  [/\blot's\b/gi, "lot has"],
  [/ & /g, " and "],
  [/\bbtw\b/gi, "by the way"],
  [/\b(?:u|ur|ya)\b/gi, "you"],
];
const WOULD_OR_HAD = /\b(I|we|he|she|it|they|you)'d\s+((?:\w+ly|never|always|also|just)\s+)?(\w+)/gi;
const IS_OR_HAS = /\b(it|that|this|there|here|he|she|what|who|where|how)'s\b/gi;
const HAS =
  /^(?: (?:already|always|just|never|not|really|only))* (?:been|had|gotten|become|gone|got|\w+(?:ed|en|wn|ne|de|ght) (?:me|us|my|our))\b/;
const NOUN_IS =
  /(\p{L})'s(?= (?:a|an|the|so|really|very|pretty|not|been|going|about|too|my|our|all|such|like|always|still|great|good|fun|awesome|amazing|important|nice|happy|\w+ed (?:me|us))\b)/gu;

export function plainEnglish(text: string): string {
  const spelt = RUN_TOGETHER.reduce((so, [pattern, whole]) => so.replace(pattern, whole), text);
  return spelt
    .replace(WOULD_OR_HAD, (_all, who: string, adverb: string | undefined, verb: string) =>
      [who, isPastVerb(verb) || /^(?:been|gone|better)$/.test(verb) ? "had" : "would"]
        .concat(adverb?.trim() ?? [], verb)
        .join(" "),
    )
    .replace(IS_OR_HAS, (_all, who: string, at: number, whole: string) =>
      HAS.test(whole.slice(at + who.length + 2)) ? `${who} has` : `${who} is`,
    )
    .replace(NOUN_IS, (_all, letter: string, at: number, whole: string) =>
      HAS.test(whole.slice(at + 3)) ? `${letter} has` : `${letter} is`,
    );
}
