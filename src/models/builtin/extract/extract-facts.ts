// The path of one message from text to facts, without a language model: clauses, then what each is, then the strongest of
// them in the speaker's own words. Pure: no store, no clock. Whatever is not kept is named with its reason.

import { type Clause, splitClauses } from "../../../language/clauses.ts";
import type { Language } from "../../../language/lexicon.ts";
import { has, isEveryday, isFunctionWord, languageOf, leading } from "../../../language/markers.ts";
import type { Candidate } from "../../../model/candidate.ts";
import { LORE_SUBJECT, POLICIES } from "../../../model/kinds.ts";
import type { Message } from "../../../model/message.ts";
import { quoteLine } from "../../../model/quote.ts";
import type { LeftClause } from "../../../model/receipt.ts";
import { cut, terms, words } from "../../../model/text.ts";
import { type ExtractInput, FACTS_READ, type FactsRead } from "../../../ports/extractor.ts";
import { whenOf } from "./dates.ts";
import { isDocument } from "./is-document.ts";
import { concreteness, messageLift } from "./message-lift.ts";
import { beginsEmpty, namesSomething, pointsOutward } from "./points-outward.ts";
import { afterReminder, asksToRemember } from "./reminders.ts";
import { importanceOf, sortOf } from "./sort-of.ts";
import { isJoke, MAX_CLAUSE, type Reason, whyLeft } from "./why-left.ts";
import { type KeptLabel, type LeftLabel, type Worth, worthOf } from "./worth-model.ts";

export type Extracted = Readonly<{
  /** Best first. */
  candidates: readonly Candidate[];
  left: readonly LeftClause[];
}>;

type Scene = Readonly<{
  message: Message;
  language: Language | undefined;
  /** What the message as a whole adds to the log odds of its clauses. */
  lift: number;
}>;
type Line = Readonly<{
  clause: Clause;
  worth: Worth;
  language: Language | undefined;
  /** The clause before it that says whom or what it means. */
  isJoined: boolean;
}>;

/** The least chance of being worth keeping; found on the development sets (docs/recall.md). */
const KEEP = 0.15;
const MIN_TALK_WORDS = 2;
/** A message full of its author lifts what may be worth keeping, not what surely is chatter. */
const LIFTED_FROM = 0.2;
/** What somebody asks to remember is kept, whatever its words. */
const SURE = 0.9;
/** Within a story or a pasted text only what is certainly the author's own. */
const KEEP_IN_STORY = 0.97;
const STORY_REASONS: ReadonlySet<string> = new Set<Reason>(["fiction", "document"]);
const MIN_STORY_CLAUSES = 2;
const LONG_TURN_CHARACTERS = 600;
/** Reasons named in a receipt; of a long message the first are enough to see why. */
const MAX_LEFT = 12;
const LEFT_CHARACTERS = 120;

/** The same input gives the same facts, always. */
export function extractFacts(
  input: ExtractInput,
  { usual, long }: FactsRead = FACTS_READ,
): Extracted {
  const { message } = input;
  const clauses = splitClauses(message.text);
  const language = languageOf(message.text);
  const scene = { message, language, lift: messageLift(input, language) };
  if (isJoke(message.text)) return { candidates: [], left: leftAll(clauses, "joke") };
  if (isDocument(message.text, clauses, language))
    return { candidates: [], left: leftAll(clauses, "document") };
  const left: LeftClause[] = [];
  const all = linesOf(clauses, scene, left);
  const lines = isMadeUp(left, all) ? all.filter(({ worth }) => worth.keep >= KEEP_IN_STORY) : all;
  const most = message.text.length > LONG_TURN_CHARACTERS ? long : usual;
  const ranked = lines.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const { clause } of ranked.slice(most)) noteLeft(left, clause, "not among the strongest");
  return { candidates: ranked.slice(0, most).flatMap((line) => candidatesOf(line, scene)), left };
}

function linesOf(clauses: readonly Clause[], scene: Scene, left: LeftClause[]): readonly Line[] {
  const lines: Line[] = [];
  for (const [index, clause] of clauses.entries()) {
    const read = lineOf(clause, clauses[index - 1], scene);
    if (typeof read === "string") noteLeft(left, clause, read);
    else {
      const before = clauses[index - 1];
      if (read.isJoined && lines.at(-1)?.clause.end === before?.end) lines.pop();
      if (read.isJoined && left.at(-1)?.clause === before?.text) left.pop();
      lines.push(read);
    }
  }
  return lines;
}

/** At least half of what was read is told as in a story or a report. */
function isMadeUp(left: readonly LeftClause[], lines: readonly Line[]): boolean {
  const told = left.filter(({ reason }) => STORY_REASONS.has(reason)).length;
  return told >= MIN_STORY_CLAUSES && told >= lines.length;
}

/** An allergy goes before a hobby of which the model is as sure. */
function weightOf({ worth }: Line): number {
  return worth.keep * importanceOf(worth.label);
}

/** The line that a clause makes, or why it makes none. */
function lineOf(clause: Clause, before: Clause | undefined, scene: Scene): Line | Reason {
  const language = languageOf(clause.text) ?? scene.language;
  const form = whyLeft(clause, language);
  if (form !== undefined) return form;
  const said = clause.text.replace(OWN_REPORT, "");
  const asked = asksToRemember(clause.text, language) ? SURE : 0;
  const lift = { message: scene.lift, clause: concreteness(said, language), atLeast: asked };
  const worth = lifted(worthOf(said, clause.ending), lift);
  if (worth.keep < KEEP) return worth.left;
  if (saysNothing(said, worth.label, language)) return "dangling";
  const leans = leansBack(clause, language);
  if (!leans && !pointsOutward(said, language)) return { clause, worth, language, isJoined: false };
  const joined = before === undefined ? undefined : join(before, clause, scene);
  if (joined !== undefined) return { clause: joined, worth, language, isJoined: true };
  const mayStand = leans
    ? mayLean(clause.text, worth.label, language)
    : STANDS.has(worth.label) || asked > 0;
  return mayStand ? { clause, worth, language, isJoined: false } : "dangling";
}

/** "She lives in Beijing" tells of somebody the talk knows; "they always support me" tells next to nothing. */
function mayLean(text: string, label: KeptLabel, language: Language | undefined): boolean {
  const isOfPerson = leading("person", text, language) > 0;
  return (
    isOfPerson &&
    !(TALK.has(label) || (language === "en" && /^(?:they|their|his|her|him)\b/iu.test(text)))
  );
}

/** Worth keeping even where "it" or "there" is left open: an order half understood is better than one forgotten. */
const STANDS: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "instruction",
  "health",
  "contact",
  "procedure",
  "correction",
  "decision",
]);

/** What talk is full of: only beside more of its kind is it worth keeping. The other labels count however short the message. */
const TALK: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "event",
  "feeling",
  "opinion",
  "plan",
  "goal",
]);

/** "I'm proud" is a feeling, and not a word of what about; "we work well together" a tie, and every word an everyday one. */
function saysNothing(text: string, label: KeptLabel, language: Language | undefined): boolean {
  if (language !== "en" || !(TALK.has(label) || BARE.has(label))) return false;
  if (TALK.has(label) && terms(text).length < MIN_TALK_WORDS) return true;
  return words(text).every((word) => isEveryday(word, language) || isFunctionWord(word, language));
}

/** As often read into vague words as said. */
const BARE: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "skill",
  "profile",
  "relationship",
  "possession",
]);

/** What somebody told others of themselves they say of themselves: "I told him I prefer mornings". */
const OWN_REPORT =
  /^I(?:['’]ve| have)? (?:told|said to) (?:\p{L}+ ){1,3}?(?:that )?(?=(?:I|my|we)\b)|^I said (?:that )?(?=(?:I|my|we)\b)/iu;

type Lift = Readonly<{ message: number; clause: number; atLeast: number }>;

function lifted(worth: Worth, { message, clause, atLeast }: Lift): Worth {
  const sum = TALK.has(worth.label) ? message + clause : Math.max(0, clause);
  const lift = worth.keep < LIFTED_FROM ? Math.min(0, sum) : sum;
  const odds = (worth.keep / Math.max(1e-9, 1 - worth.keep)) * Math.exp(lift);
  return { ...worth, keep: Math.max(atLeast, odds / (1 + odds)) };
}

/** "One thing: …" opens an order and points at nothing. */
const OPENING = /^one (?:(?:more|last|other|quick) )?thing\b/iu;

function leansBack(clause: Clause, language: Language | undefined): boolean {
  const { text } = clause;
  if (beginsEmpty(text, language) || OPENING.test(text)) return false;
  if (isBareHalf(clause, language)) return true;
  return leading("pointer", text, language) > 0 || leading("person", text, language) > 0;
}

/** "… but I quit two years ago": what was quit stands in the other half of the sentence. */
function isBareHalf({ text, opensSentence }: Clause, language: Language | undefined): boolean {
  if (opensSentence || language !== "en") return false;
  const [, , ...behindVerb] = words(text);
  return behindVerb.every(
    (word) => isEveryday(word, language) || isFunctionWord(word, language) || /^\d+$/.test(word),
  );
}

/** They name nothing, or what the other did or has; what follows them is rarely about that. */
const NAMELESS: ReadonlySet<LeftLabel> = new Set<LeftLabel>([
  "chatter",
  "reply",
  "platitude",
  "status",
  "dangling",
]);

function isNamed({ text, ending }: Clause, language: Language | undefined): boolean {
  if (!namesSomething(text, language)) return false;
  const { keep, left } = worthOf(text, ending);
  return keep >= KEEP || !NAMELESS.has(left);
}

/** One stretch of the message from the clause that names whom or what is meant to the one that tells of it. */
function join(before: Clause, clause: Clause, { message, language }: Scene): Clause | undefined {
  if (whyLeft(before, language) !== undefined || leansBack(before, language)) return undefined;
  if (pointsOutward(before.text, language)) return undefined;
  // The other half of the sentence is what is meant, whatever it says by itself.
  if (clause.opensSentence && !isNamed(before, language)) return undefined;
  const text = message.text.slice(before.start, clause.end);
  if (text.length > MAX_CLAUSE || text.includes("\n")) return undefined;
  return { ...clause, start: before.start, text };
}

/**
 * "Remember that …" is a note. An order to hold to stays a fact, whole, and is a note besides when it was asked for
 * outright: the note says it was asked, the fact outlives its thirty days.
 */
function candidatesOf(line: Line, scene: Scene): readonly Candidate[] {
  const { clause, worth, language } = line;
  const from = afterReminder(clause.text, language);
  if (from === 0) return [candidateOf(line, scene, 0)];
  const note = candidateOf(line, scene, from);
  const isOrder =
    worth.label === "instruction" && has("negation", clause.text.slice(from), language);
  if (!isOrder) return [note];
  const fact = candidateOf(line, scene, 0);
  return asksToRemember(clause.text, language) ? [note, fact] : [fact];
}

/** A note from where what shall be remembered begins, or a fact of the whole clause. */
function candidateOf({ clause, worth, language }: Line, scene: Scene, from: number): Candidate {
  const { message } = scene;
  const { start, end, text } = clause;
  const said = text.slice(from).trim();
  const when = whenOf(said, message.at);
  return {
    kind: from > 0 ? "log" : "fact",
    text: quoted(message.author.name, said, when?.shown),
    ...sortOf(worth.label, said, language),
    subject: isOfGroup(worth.label, said, { message, language }) ? LORE_SUBJECT : message.author.id,
    confidence: Math.round(100 * Math.min(0.95, 0.4 + 0.55 * worth.keep)) / 100,
    evidence: [{ type: "span", messageId: message.id, start, end, quote: text }],
    validFrom: when?.validFrom ?? message.at,
  };
}

/** The date beside a long clause gives way to its words; `validFrom` has it too. */
function quoted(speaker: string, said: string, when: string | undefined): string {
  const dated = quoteLine({ speaker, said, when });
  return dated.length <= POLICIES.fact.maxLength ? dated : quoteLine({ speaker, said });
}

const OF_GROUP: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "procedure",
  "correction",
  "decision",
]);

/** "Correction: …" sets an arrangement right, whatever the model calls it. */
const ERRATUM = /^[^:：]{1,20}[:：]/u;

/** Arrangements that are about nobody in particular belong to the channel, not to who happened to say them. */
function isOfGroup(
  label: KeptLabel,
  said: string,
  { message, language }: Pick<Scene, "message" | "language">,
): boolean {
  const isErratum = ERRATUM.test(said) && leading("correction", said, language) > 0;
  if (!(OF_GROUP.has(label) || isErratum) || message.scope === "user") return false;
  return label === "decision" || !has("firstPerson", said, language);
}

function leftAll(clauses: readonly Clause[], reason: Reason): LeftClause[] {
  const left: LeftClause[] = [];
  for (const clause of clauses) noteLeft(left, clause, reason);
  return left;
}

function noteLeft(left: LeftClause[], { text }: Clause, reason: Reason): void {
  if (left.length >= MAX_LEFT) return;
  const clause = text.length > LEFT_CHARACTERS ? `${cut(text, LEFT_CHARACTERS)}…` : text;
  left.push({ clause, reason });
}
