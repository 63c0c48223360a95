// The path of one message from text to facts, without a language model: clauses, then what each is, then the strongest of
// them in the speaker's own words. Pure: no store, no clock. Whatever is not kept is named with its reason.

import { type Clause, splitClauses } from "../../../language/clauses.ts";
import type { Language } from "../../../language/lexicon.ts";
import { has, languageOf, leading } from "../../../language/markers.ts";
import type { Candidate } from "../../../model/candidate.ts";
import { LORE_SUBJECT, POLICIES } from "../../../model/kinds.ts";
import type { Message } from "../../../model/message.ts";
import { quoteLine } from "../../../model/quote.ts";
import type { LeftClause } from "../../../model/receipt.ts";
import { cut, terms } from "../../../model/text.ts";
import type { ExtractInput } from "../../../ports/extractor.ts";
import { whenOf } from "./dates.ts";
import { isDocument } from "./is-document.ts";
import { messageLift } from "./message-lift.ts";
import { importanceOf, sortOf } from "./sort-of.ts";
import { isJoke, MAX_CLAUSE, type Reason, whyLeft } from "./why-left.ts";
import { type KeptLabel, type Worth, worthOf } from "./worth-model.ts";

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
const KEEP = 0.5;
const MIN_TALK_WORDS = 2;
/** A message full of its author lifts what may be worth keeping, not what surely is chatter. */
const LIFTED_FROM = 0.3;
/** What somebody asks to remember is kept, whatever its words. */
const SURE = 0.9;
/** Within a story or a pasted text only what is certainly the author's own. */
const KEEP_IN_STORY = 0.97;
const STORY_REASONS: ReadonlySet<string> = new Set<Reason>(["fiction", "document"]);
const MIN_STORY_CLAUSES = 2;
const MAX_FACTS = 4;
const MAX_FACTS_OF_LONG_TURN = 5;
const LONG_TURN_CHARACTERS = 600;
/** Reasons named in a receipt; of a long message the first are enough to see why. */
const MAX_LEFT = 12;
const LEFT_CHARACTERS = 120;

/** The same input gives the same facts, always. */
export function extractFacts(input: ExtractInput): Extracted {
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
  const most = message.text.length > LONG_TURN_CHARACTERS ? MAX_FACTS_OF_LONG_TURN : MAX_FACTS;
  const ranked = lines.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const { clause } of ranked.slice(most)) noteLeft(left, clause, "not among the strongest");
  return { candidates: ranked.slice(0, most).map((line) => candidateOf(line, scene)), left };
}

function linesOf(clauses: readonly Clause[], scene: Scene, left: LeftClause[]): readonly Line[] {
  const lines: Line[] = [];
  for (const [index, clause] of clauses.entries()) {
    const read = lineOf(clause, clauses[index - 1], scene);
    if (typeof read === "string") noteLeft(left, clause, read);
    else {
      if (read.isJoined && lines.at(-1)?.clause.end === clauses[index - 1]?.end) lines.pop();
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
  const worth = lifted(worthOf(said, clause.ending), scene.lift, asked);
  if (worth.keep < KEEP) return worth.left;
  if (saysNothing(said, worth.label, language)) return "dangling";
  if (!leansBack(clause, language)) return { clause, worth, language, isJoined: false };
  const joined = before === undefined ? undefined : join(before, clause, scene);
  if (joined !== undefined) return { clause: joined, worth, language, isJoined: true };
  return leading("person", clause.text, language) > 0
    ? { clause, worth, language, isJoined: false }
    : "dangling";
}

/** What talk is full of: only beside more of its kind is it worth keeping. The other labels count however short the message. */
const TALK: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "event",
  "feeling",
  "opinion",
  "plan",
  "goal",
]);

/** "I'm proud", "I'm really excited about them too": a feeling or an event, and not a word of what about. */
function saysNothing(text: string, label: KeptLabel, language: Language | undefined): boolean {
  return language === "en" && TALK.has(label) && terms(text).length < MIN_TALK_WORDS;
}

/** What somebody told others of themselves they say of themselves: "I told him I prefer mornings". */
const OWN_REPORT =
  /^I(?:['’]ve| have)? (?:told|said to) (?:\p{L}+ ){1,3}?(?:that )?(?=(?:I|my|we)\b)|^I said (?:that )?(?=(?:I|my|we)\b)/iu;

function lifted(worth: Worth, by: number, atLeast: number): Worth {
  const most = worth.keep < LIFTED_FROM ? 0 : by;
  const lift = TALK.has(worth.label) ? Math.min(by, most) : 0;
  const odds = (worth.keep / Math.max(1e-9, 1 - worth.keep)) * Math.exp(lift);
  return { ...worth, keep: Math.max(atLeast, odds / (1 + odds)) };
}

/** "Remember that …" and "note: …" ask for it outright; "remember how we laughed" does not. */
function asksToRemember(text: string, language: Language | undefined): boolean {
  const cue = text.slice(0, leading("remember", text, language));
  if (cue === "") return false;
  const isUnspaced = language === "zh" || language === "ja" || language === "ko";
  return isUnspaced || /\s/.test(cue) || /^\s*[:：]/.test(text.slice(cue.length));
}

function leansBack({ text }: Clause, language: Language | undefined): boolean {
  return leading("pointer", text, language) > 0 || leading("person", text, language) > 0;
}

/** One stretch of the message from the clause that names whom or what is meant to the one that tells of it. */
function join(before: Clause, clause: Clause, { message, language }: Scene): Clause | undefined {
  if (whyLeft(before, language) !== undefined || leansBack(before, language)) return undefined;
  const text = message.text.slice(before.start, clause.end);
  if (text.length > MAX_CLAUSE || text.includes("\n")) return undefined;
  return { ...clause, start: before.start, text };
}

function candidateOf({ clause, worth, language }: Line, { message }: Scene): Candidate {
  const { start, end, text } = clause;
  const reminder = reminderOf(text, worth.label, language);
  const said = text.slice(reminder).trim();
  const when = whenOf(said, message.at);
  return {
    kind: reminder > 0 ? "log" : "fact",
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

/** "Remember that …" is a note, unless what follows is an order to hold to: that stays a fact, whole. */
function reminderOf(text: string, label: KeptLabel, language: Language | undefined): number {
  const length = leading("remember", text, language);
  if (length === 0) return 0;
  const rest = text.slice(length).replace(/^[\s:：,，、-]+/u, "");
  const isOrder = label === "instruction" && has("negation", rest, language);
  return isOrder || rest === "" ? 0 : text.length - rest.length;
}

const OF_GROUP: ReadonlySet<KeptLabel> = new Set<KeptLabel>([
  "procedure",
  "correction",
  "decision",
]);

/** Arrangements that are about nobody in particular belong to the channel, not to who happened to say them. */
function isOfGroup(
  label: KeptLabel,
  said: string,
  { message, language }: Pick<Scene, "message" | "language">,
): boolean {
  if (!OF_GROUP.has(label) || message.scope === "user") return false;
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
