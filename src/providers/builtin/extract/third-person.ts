// Retells a clause in the third person: I, we and you become names, and verbs follow them.

import { agree } from "./agreement.ts";
import type { Again, Language, Pronouns } from "./language.ts";
import { join, type Token, token } from "./tokens.ts";

/** Who is who. In a general statement "we" and "you" mean people at large. */
export type Cast = Readonly<{
  author: string;
  addressee: string | undefined;
  group: string;
  /** The group is one body ("the group is", not "are"). */
  isOneBody: boolean;
  isGeneral: boolean;
  /** True when the sentence already began with the author's name ("Ana thinks that …"). */
  isAttributed: boolean;
}>;

type Person = "author" | "group" | "addressee" | "other";

type Walk = {
  out: Token[];
  subject: Person;
  /** The next verb belongs to a name that was a pronoun. */
  awaitsVerb: boolean;
  /** The last such verb was in the present, so one joined to it by "and" must agree as well. */
  isPresent: boolean;
  /** How much had been told when the subject was named. */
  clauseStart: number;
  /** Nothing since the subject has opened another clause. */
  isPlainClause: boolean;
  isBroken: boolean;
  /** The author has been named, so a pronoun can point back. */
  hasAuthor: boolean;
};

type Step = Readonly<{ tokens: readonly Token[]; at: number; cast: Cast; language: Language }>;

/** Undefined when a word in it could not be given to anyone. */
export function tellInThirdPerson(
  tokens: readonly Token[],
  cast: Cast,
  language: Language,
): string | undefined {
  const walk: Walk = {
    out: [],
    subject: cast.isAttributed ? "author" : "other",
    awaitsVerb: false,
    isPresent: false,
    clauseStart: 0,
    isPlainClause: true,
    isBroken: false,
    hasAuthor: cast.isAttributed,
  };
  for (let at = 0; at < tokens.length && !walk.isBroken; at += 1) {
    take(walk, { tokens, at, cast, language });
  }
  return walk.isBroken || walk.awaitsVerb ? undefined : join(walk.out);
}

function take(walk: Walk, step: Step): void {
  const word = current(step);
  if (walk.awaitsVerb) {
    takeVerb(walk, step);
  } else if (!takePronoun(walk, step)) {
    noteClause(walk, step);
    walk.out.push(resumedVerb(walk, step) ?? word);
  }
}

/** False when the word is no pronoun of the first or second person. */
function takePronoun(walk: Walk, step: Step): boolean {
  const { language, cast } = step;
  const { lower } = current(step);
  const first = roleOf(lower, language.first);
  const plural = roleOf(lower, language.firstPlural);
  const second = roleOf(lower, language.second);
  const general = plural ?? second;
  if (first !== undefined) takeFirst(walk, step, first);
  else if (general !== undefined && cast.isGeneral) takeGeneral(walk, step, general);
  else if (plural !== undefined) takePlural(walk, step, plural);
  else if (second !== undefined) takeSecond(walk, step, second);
  return first !== undefined || general !== undefined;
}

function takeVerb(walk: Walk, step: Step): void {
  const word = current(step);
  walk.out.push(word);
  if (step.language.adverbs.has(word.lower) || word.text === ",") return;
  const rest = join(step.tokens, step.at + 1);
  const form = agree(word.text, rest, step.language.verbs);
  walk.awaitsVerb = false;
  if (form === undefined) {
    walk.isBroken = true;
    return;
  }
  walk.isPresent = form.isPresent;
  walk.out.pop();
  walk.out.push(token(form.text, word.isSpaced));
}

function takeFirst(walk: Walk, step: Step, role: keyof Pronouns): void {
  const { author } = step.cast;
  const { retold } = step.language;
  const word = current(step);
  const isSelf = walk.subject === "author";
  if (role === "subject") {
    const isResumed = isSelf && resumes(walk, step);
    if (!isResumed) name(walk, word, author);
    const isPair = isPairSubject(walk, step);
    if (isPair) nameAuthorFirst(walk, step);
    walk.hasAuthor = true;
    begin(walk, isPair ? "group" : "author", !isPair);
    return;
  }
  const isPartner = isJoint(walk, step) && walk.out.length === 2 && walk.hasAuthor;
  const isKnown =
    isPartner || isSelf || (walk.hasAuthor && role !== "possessive") || step.cast.isAttributed;
  const owned = retold.owner.replace("{name}", author);
  const named: Again = { object: author, possessive: owned, absolute: owned, reflexive: author };
  const said = isKnown ? retold.one : named;
  walk.hasAuthor = true;
  name(walk, word, said[role]);
}

function takePlural(walk: Walk, step: Step, role: keyof Pronouns): void {
  const word = current(step);
  const { group, author } = step.cast;
  const isSelf = walk.subject === "group" || walk.subject === "author";
  if (role === "subject") {
    const isResumed = walk.subject === "group" && resumes(walk, step);
    if (!isResumed) name(walk, word, group);
    begin(walk, "group", step.cast.isOneBody);
    return;
  }
  const owned = step.language.retold.owner.replace("{name}", author);
  const { many } = step.language.retold;
  const said: Again = {
    object: walk.subject === "group" ? many.object : group,
    possessive: isSelf ? many.possessive : owned,
    absolute: many.absolute,
    reflexive: many.reflexive,
  };
  name(walk, word, said[role]);
}

function takeGeneral(walk: Walk, step: Step, role: keyof Pronouns): void {
  const { people, owner, many } = step.language.retold;
  const isAgain = walk.out.some((earlier) => earlier.lower === people);
  const owned = isAgain ? many.possessive : owner.replace("{name}", people);
  const { absolute, reflexive } = many;
  const said = { subject: people, object: people, possessive: owned, absolute, reflexive };
  name(walk, current(step), said[role]);
}

function takeSecond(walk: Walk, step: Step, role: keyof Pronouns): void {
  const { addressee } = step.cast;
  const word = current(step);
  if (addressee === undefined) {
    walk.isBroken = true;
    return;
  }
  if (role === "subject") {
    name(walk, word, addressee);
    if (isSecondSubject(step)) begin(walk, "addressee", true);
    return;
  }
  const isAgain = walk.subject === "addressee";
  const { one, owner } = step.language.retold;
  const owned = isAgain ? one.possessive : owner.replace("{name}", addressee);
  name(walk, word, role === "possessive" ? owned : addressee);
}

/** "You" is a subject where a verb follows it and nothing before it takes an object. */
function isSecondSubject({ tokens, at, language }: Step): boolean {
  const next = tokens.slice(at + 1).find((t) => !language.adverbs.has(t.lower));
  const before = tokens[at - 1]?.lower ?? "";
  if (next === undefined || !next.isWord || language.verbs.takesObject.has(before)) return false;
  return agree(next.text, "", language.verbs) !== undefined;
}

/** "My sister and I": the pair is the subject, so the verb stays as it was. */
function isPairSubject(walk: Walk, step: Step): boolean {
  const before = walk.out.slice(0, -1);
  const next = step.tokens[step.at + 1]?.lower;
  if (next === step.language.retold.and) return true;
  if (before.at(-1)?.lower !== step.language.retold.and || before.length > 6) return false;
  return before.every((t) => t.isWord && !step.language.finite.has(t.lower));
}

/** "Ana's wife and Ana" is told as "Ana and their wife". */
function nameAuthorFirst(walk: Walk, { cast, language }: Step): void {
  const { owner, one } = language.retold;
  const [first, ...rest] = walk.out;
  if (first?.text !== owner.replace("{name}", cast.author)) return;
  const partner = rest.slice(0, -2);
  walk.out = [
    { ...first, text: cast.author },
    token(language.retold.and),
    token(one.possessive),
    ...partner,
  ];
}

/** "… and I": the same subject goes on, unless a new phrase was opened by a comma in between. */
function resumes(walk: Walk, step: Step): boolean {
  if (!walk.isPlainClause || !isJoint(walk, step)) return false;
  const said = walk.out.slice(walk.clauseStart, -1);
  return said.slice(0, -1).every((word) => word.isWord);
}

function isJoint(walk: Walk, step: Step): boolean {
  return step.language.retold.joins.has(walk.out.at(-1)?.lower ?? "");
}

/** A verb after "and" that goes on with the author as its subject: "and have two kids". */
function resumedVerb(walk: Walk, step: Step): Token | undefined {
  const word = current(step);
  if (walk.subject !== "author" || !step.language.verbs.resumed.has(word.lower)) return undefined;
  const before = walk.out.filter((t) => !step.language.adverbs.has(t.lower)).at(-1)?.lower ?? "";
  const isJoined = walk.isPresent && walk.isPlainClause && step.language.retold.joins.has(before);
  if (!isJoined && !step.language.verbs.onlyFirst.has(word.lower)) return undefined;
  const form = agree(word.text, "", step.language.verbs);
  return form === undefined ? undefined : token(form.text, word.isSpaced);
}

function noteClause(walk: Walk, step: Step): void {
  const word = current(step);
  const { language } = step;
  if (language.third.subject.has(word.lower) || language.relatives.has(word.lower)) {
    walk.subject = "other";
  }
  const opensVerbPhrase =
    language.verbs.modals.has(word.lower) || word.lower === language.retold.infinitive;
  if (opensVerbPhrase) walk.isPresent = false;
  if (language.subordinators.has(word.lower)) walk.isPlainClause = false;
}

function begin(walk: Walk, subject: Person, awaitsVerb: boolean): void {
  walk.subject = subject;
  walk.awaitsVerb = awaitsVerb;
  walk.isPresent = false;
  walk.clauseStart = walk.out.length;
  walk.isPlainClause = true;
}

function name(walk: Walk, word: Token, said: string): void {
  walk.out.push(token(said, word.isSpaced));
}

function current({ tokens, at }: Step): Token {
  return tokens[at] ?? token("");
}

function roleOf(word: string, pronouns: Pronouns): keyof Pronouns | undefined {
  if (pronouns.subject.has(word)) return "subject";
  if (pronouns.possessive.has(word)) return "possessive";
  if (pronouns.object.has(word)) return "object";
  if (pronouns.absolute.has(word)) return "absolute";
  return pronouns.reflexive.has(word) ? "reflexive" : undefined;
}
