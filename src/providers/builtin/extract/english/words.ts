// English closed word classes: who a pronoun means, how contractions are spelled out, which words only fill.

import type { Language } from "../language.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const PRONOUNS: Pick<Language, "first" | "firstPlural" | "second" | "third"> = {
  first: {
    subject: list("i"),
    object: list("me"),
    possessive: list("my"),
    absolute: list("mine"),
    reflexive: list("myself"),
  },
  firstPlural: {
    subject: list("we"),
    object: list("us"),
    possessive: list("our"),
    absolute: list("ours"),
    reflexive: list("ourselves"),
  },
  second: {
    subject: list("you ya"),
    object: list(""),
    possessive: list("your"),
    absolute: list("yours"),
    reflexive: list("yourself yourselves"),
  },
  third: {
    subject: list("he she it they"),
    object: list("him her it them"),
    possessive: list("his her its their"),
    absolute: list("his hers theirs"),
    reflexive: list("himself herself itself themselves"),
  },
};

/** What a name is called the second time, and what people at large are called. */
export const RETOLD: Language["retold"] = {
  owner: "{name}'s",
  one: { object: "them", possessive: "their", absolute: "theirs", reflexive: "themself" },
  many: { object: "them", possessive: "their", absolute: "theirs", reflexive: "themselves" },
  people: "people",
  and: "and",
  joins: list("and but"),
  infinitive: "to",
};

export const ADVERBS =
  list(`no longer just also really always never recently still finally usually often currently actually
  already only even sometimes now both all definitely totally probably honestly truly basically literally mostly
  mainly rarely hardly barely simply kinda sorta once then too either generally normally especially absolutely
  completely genuinely deeply personally typically regularly constantly eventually initially originally previously
  lately soon almost nearly quite pretty ever certainly surely obviously clearly apparently quickly slowly`);

export const POINTERS = list(
  "he she it they this that these those him her them his its their which there both neither none",
);
/** Words that may stand before the subject without opening another one: "Last week I …", "At the fair, I …". */
export const FRONTS =
  list(`in on at after before when while since because although though during for last this
  yesterday today tomorrow tonight next recently once as every sometimes usually often then now currently lately
  finally also just even with without growing back over through until by besides despite like honestly thankfully
  luckily unfortunately sadly maybe originally normally first second later afterwards meanwhile soon still one two
  three whenever from about so especially ever only`);

export const RELATIVES = list("who which whose whom");
export const SUBORDINATORS =
  list(`that because when while if how which who whose where since so although though
  whenever until what why whether than`);

export const EXPANSIONS: ReadonlyMap<string, string> = new Map([
  ["im", "I am"],
  ["ive", "I have"],
  ["i", "I"],
  ["dont", "do not"],
  ["didnt", "did not"],
  ["doesnt", "does not"],
  ["cant", "cannot"],
  ["can't", "cannot"],
  ["wont", "will not"],
  ["won't", "will not"],
  ["isnt", "is not"],
  ["wasnt", "was not"],
  ["havent", "have not"],
  ["couldnt", "could not"],
  ["gonna", "going to"],
  ["wanna", "want to"],
  ["gotta", "have to"],
  ["kinda", "kind of"],
  ["cuz", "because"],
  ["cos", "because"],
  ["'cause", "because"],
  ["u", "you"],
  ["ur", "your"],
  ["ya", "you"],
  ["&", "and"],
  ["w/", "with"],
]);

const HAS_NEXT =
  /^ (?:\w+ly |always |never |also |just |only )?(?:been|got|gotten|had|become|gone|taken|given|grown|changed)\b/;
const HAD_NEXT =
  /^ (?:\w+ly |always |never |just |already )?(?:been|had|gone|done|seen|made|taken|given|forgotten|better|\w+ed)\b/;
const VERB_NEXT =
  /^ (?:an?|the|so|such|been|not|very|really|always|my|our|also|just|super|pretty|going|getting|been|got)\b/;
const NAMERS = list("i you we he she it they who");
const CONTRACTED = list("he she it that this there here what who where how");

export const SUFFIXES: Language["suffixes"] = [
  { ending: "n't", word: "not", after: undefined, before: undefined },
  { ending: "'m", word: "am", after: list("i"), before: undefined },
  { ending: "'re", word: "are", after: undefined, before: undefined },
  { ending: "'ve", word: "have", after: undefined, before: undefined },
  { ending: "'ll", word: "will", after: undefined, before: undefined },
  { ending: "'d", word: "had", after: NAMERS, before: HAD_NEXT },
  { ending: "'d", word: "would", after: NAMERS, before: undefined },
  { ending: "'s", word: "has", after: CONTRACTED, before: HAS_NEXT },
  { ending: "'s", word: "is", after: CONTRACTED, before: undefined },
  { ending: "'s", word: "has", after: undefined, before: HAS_NEXT },
  { ending: "'s", word: "is", after: undefined, before: VERB_NEXT },
];

/** Emphasis that a neutral record does without; kept after a negation, where it changes the meaning. */
export const FILLERS: Language["fillers"] = {
  words: list(
    "really super totally literally truly honestly definitely absolutely actually basically just seriously",
  ),
  negations: list("not never cannot no without"),
  intensifier: "so",
  intensifies: list("am is are was were be been feel feels felt being become became"),
  notBefore: list("that much many far that's i we it they he she you"),
  beforeArticle: "such",
};

/** A single word that is certainly a verb with a tense. */
export const FINITE = list(`
  is are was were am has have had does did can could will would should must might cannot helps makes keeps brings
  gives takes means feels looks seems needs gets goes works comes reminds deserves teaches shows adds lets allows
  loves likes lives hates wants enjoys plays thinks starts ends opens closes costs becomes mean changed helped
  started ended inspired reminded motivated moved died went got took made came gave felt kept grew became won lost
  left told said thought brought taught ran met found began showed turned passed called asked invited bought sent
  studies agreed decided wanted needed loved liked hated worked lived played finished stopped launched shipped
  released joined visited retired graduated matters inspires motivates fuels calms encourages pays deserve guide
  help make bring keep give fuel inspire motivate remind encourage calm represent matter teach love live`);
