// What the extractor must be told about a language. Everything here is data, so a language is one more table.

import type { ConsentField } from "../../../model/candidate.ts";
import type { Section } from "../../../model/kinds.ts";
import type { Importance } from "../../../model/memory.ts";

type Words = ReadonlySet<string>;

export type Category = "preference" | "profile" | "relationship" | "project" | "other";

/** A kind of statement worth keeping, found in the clause with its contractions written out. */
export type Rule = Readonly<{
  tag: string;
  when: RegExp;
  category: Category;
  section: Section;
  importance: Importance;
  /** How much the pattern alone adds to the worth of a statement. */
  weight: number;
  isSensitive?: boolean;
  field?: ConsentField;
}>;

export type Pronouns = Readonly<{
  subject: Words;
  object: Words;
  possessive: Words;
  absolute: Words;
  reflexive: Words;
}>;

/** What someone already named is called the second time. */
export type Again = Readonly<Record<Exclude<keyof Pronouns, "subject">, string>>;

export type VerbTable = Readonly<{
  thirdPerson: ReadonlyMap<string, string>;
  endings: readonly Readonly<{ when: RegExp; cut: number; add: string }>[];
  modals: Words;
  past: Words;
  /** Spelled alike in the present and the past; past unless `habitual` words follow. */
  unchangedPast: Words;
  habitual: RegExp;
  regularPast: RegExp;
  looksPastButIsNot: Words;
  /** Forms that no other person has. */
  onlyFirst: Words;
  /** Verbs that take up the subject again after "and" or "but". */
  resumed: Words;
  /** After these a "you" is an object. */
  takesObject: Words;
  participle: RegExp;
  looksParticipleButIsNot: Words;
  /** Words that can never be the verb, so an "I" before one is not understood. */
  neverVerbs: Words;
}>;

export type DateUnit = "day" | "week" | "weekend" | "month" | "year";

/** A way of naming a stretch of time; one that recurs needs the tense to say which is meant. */
export type DateShape = Readonly<{
  when: RegExp;
  unit: DateUnit;
  recurs: "weekly" | "yearly" | undefined;
  /** Only a date after a preposition: "on Friday", not "my Friday class". */
  isBare: boolean;
}>;

export type Language = Readonly<{
  clauses: Readonly<{
    /** Tested on what stands before a full stop that ends no sentence. */
    abbreviations: RegExp;
    /** Said before or after the statement and no part of it. */
    openers: readonly RegExp[];
    closers: readonly RegExp[];
    /** What chat leaves unsaid at the start of a clause. */
    ellipses: readonly Readonly<{ when: RegExp; put: string; isReplaced: boolean }>[];
    /** Where a clause that can stand alone begins inside a sentence. */
    joins: RegExp;
    /** Asks for the rest of the clause to be noted. */
    remember: RegExp;
  }>;
  leave: readonly Readonly<{ reason: string; when: RegExp }>[];
  instructions: RegExp;
  jokes: RegExp;
  quotedSpeech: RegExp;
  expansions: ReadonlyMap<string, string>;
  suffixes: readonly Readonly<{
    ending: string;
    word: string;
    after: Words | undefined;
    before: RegExp | undefined;
  }>[];
  fillers: Readonly<{
    words: Words;
    negations: Words;
    intensifier: string;
    intensifies: Words;
    notBefore: Words;
    beforeArticle: string;
  }>;
  first: Pronouns;
  firstPlural: Pronouns;
  second: Pronouns;
  third: Pronouns;
  retold: Readonly<{
    owner: string;
    one: Again;
    many: Again;
    people: string;
    and: string;
    joins: Words;
    infinitive: string;
  }>;
  /** Words that stand for something said before. */
  pointers: Words;
  relatives: Words;
  subordinators: Words;
  adverbs: Words;
  verbs: VerbTable;
  /** A single word that is certainly a verb with a tense. */
  finite: Words;
  /** May stand before the subject without being one. */
  fronts: Words;
  /** Someone in the author's life, named as such. */
  kin: RegExp;
  speakerWords: RegExp;
  addressWords: RegExp;
  laughs: RegExp;
  antecedents: Readonly<{
    needsPerson: Words;
    needsSeveral: Words;
    needsThing: Words;
    owners: Words;
    impersonalBefore: Words;
    pointsAlone: Words;
    countsAlone: Words;
    aloneBefore: Words;
    persons: RegExp;
    several: RegExp;
    things: RegExp;
  }>;
  expletive: RegExp;
  demonstrative: RegExp;
  definite: string;
  companions: readonly Readonly<{ when: RegExp; name: string }>[];
  others: string;
  wholeGroup: string;
  groupDecision: RegExp;
  /** `after` follows a line whose first word may be a name, so that its capital is kept. */
  attribution: Readonly<{
    evaluative: RegExp;
    thinks: string;
    said: string;
    after: string;
  }>;
  /** Ends a line that was broken off. */
  cutOff: RegExp;
  /** Where a line that is too long may end. */
  breaks: readonly string[];
  rules: readonly Rule[];
  vague: RegExp;
  dates: Readonly<{
    phrase: RegExp;
    shapes: readonly DateShape[];
    prepositions: Words;
    notBefore: Words;
    /** Beside these a date comes round again and is not one day. */
    yearly: RegExp;
    /** Words that make a date a limit, and which end of the stretch it is. */
    until: ReadonlyMap<string, "first" | "last">;
    ahead: RegExp;
    behind: RegExp;
    standsAlone: RegExp;
    months: readonly string[];
    formats: Readonly<Record<DateUnit, Readonly<{ preposition: string; shown: string }>>>;
  }>;
  future: RegExp;
}>;
