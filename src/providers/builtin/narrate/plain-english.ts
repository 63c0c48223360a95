// Spells out what talk runs together (I'm, gonna, dont), so that later rules meet whole words only.

type Rule = readonly [pattern: RegExp, whole: string];

const APOSTROPHES = /[‘’ʼ]/g;
/** The first rules, whatever a sentence holds. */
const BARE: readonly Rule[] = [
  [/\bi\b/g, "I"],
  [/\b(?:im|Im)\b/g, "I am"],
  [/\b(?:ive|Ive)\b/g, "I have"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should)nt\b/gi, "$1 not"],
  [/\bcan(?:no|'|)t\b/gi, "can not"],
  [/\bwon'?t\b/gi, "will not"],
];
/** Rules that match nothing without an apostrophe, which most sentences do not have. */
const CUT_SHORT: readonly Rule[] = [
  [/n't\b/gi, " not"],
  [/\bI'm\b/gi, "I am"],
  [/'re\b/gi, " are"],
  [/'ve\b/gi, " have"],
  [/'ll\b/gi, " will"],
  [/(\b\w{3,}in)'(?=\W|$)/gi, "$1g"],
];
const SLURRED: readonly Rule[] = [
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
const PERSON = "(I|we|he|she|it|they|you)";
const HAD_DONE = new RegExp(
  `\\b${PERSON}'d(?= (?:\\w+ly |never |always |also |just )?(?:been|gone|better|\\w+ed)\\b)`,
  "gi",
);
const WOULD_DO = new RegExp(`\\b${PERSON}'d\\b`, "gi");
const WHO = "\\b(it|that|this|there|here|he|she|what|who|where|how)";
const HAS_NEXT =
  "(?=(?: (?:already|always|just|never|not|really|only))* (?:been|had|gotten|become|gone|got|\\w+(?:ed|en|wn|ne|de|ght) (?:me|us|my|our))\\b)";
// After a noun the 's may mark an owner; only what cannot be owned makes it a verb.
const IS_NEXT =
  "(?= (?:a|an|the|so|really|very|pretty|not|going|about|too|my|our|all|such|like|always|still|great|good|fun|awesome|amazing|important|nice|happy)\\b)";
/** Without an apostrophe these match nothing either. */
const SHORTENED: readonly Rule[] = [
  [HAD_DONE, "$1 had"],
  [WOULD_DO, "$1 would"],
  [new RegExp(`${WHO}'s${HAS_NEXT}`, "gi"), "$1 has"],
  [new RegExp(`${WHO}'s\\b`, "gi"), "$1 is"],
  [new RegExp(`(\\p{L})'s${HAS_NEXT}`, "gu"), "$1 has"],
  [new RegExp(`(\\p{L})'s${IS_NEXT}`, "gu"), "$1 is"],
];

export function plainEnglish(text: string): string {
  const said = text.replace(APOSTROPHES, "'");
  if (!said.includes("'")) return spelled(spelled(said, BARE), SLURRED);
  return spelled(spelled(spelled(spelled(said, BARE), CUT_SHORT), SLURRED), SHORTENED);
}

function spelled(text: string, rules: readonly Rule[]): string {
  let whole = text;
  for (const [pattern, by] of rules) whole = whole.replace(pattern, by);
  return whole;
}
