// The path of one message from text to candidates. Pure: no store, no clock, no model. Read this file first.

import type { Candidate } from "../../../model/candidate.ts";
import { LORE_SUBJECT } from "../../../model/kinds.ts";
import type { ExtractInput } from "../../../ports/extractor.ts";
import { isPast } from "./agreement.ts";
import { classify, type Sort } from "./classify.ts";
import type { Clause } from "./clause.ts";
import { type Dated, resolveDates } from "./dates.ts";
import { type Draft, draftLines } from "./draft.ts";
import { ENGLISH } from "./english/english.ts";
import type { Language } from "./language.ts";
import { type Scene, sceneOf } from "./scene.ts";
import { splitSegments } from "./segments.ts";
import { finish } from "./statement.ts";
import { type Manner, mannerOf, worthOf } from "./worth.ts";

type Telling = Readonly<{ scene: Scene; manner: Manner }>;
type Line = Readonly<{ draft: Draft; dated: Dated; sort: Sort; worth: number }>;

const MIN_CHARACTERS = 4;
const MAX_FACTS = 4;
const MAX_FACTS_OF_LONG_TURN = 5;
const LONG_TURN_CHARACTERS = 600;

/** Best first. The same input gives the same candidates, always. */
export function extractFacts(input: ExtractInput, language: Language = ENGLISH): Candidate[] {
  const { message } = input;
  const isPerson = message.role === "user" && !message.author.isBot;
  if (!isPerson || isUnfit(message.text, language)) return [];
  const scene = sceneOf(input, language);
  const drafts = draftLines(splitSegments(message.text, language), scene, language);
  if (drafts.length === 0) return [];
  const telling = { scene, manner: mannerOf(message.text, language) };
  const isLong = message.text.length > LONG_TURN_CHARACTERS;
  return drafts
    .map((draft) => weigh(draft, telling, language))
    .filter((line) => line.worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, isLong ? MAX_FACTS_OF_LONG_TURN : MAX_FACTS)
    .flatMap((line) => candidate(line, scene, language));
}

/** Orders to a machine and jokes are not told as facts, and neither is anything else said with them. */
function isUnfit(text: string, language: Language): boolean {
  if (text.trim().length < MIN_CHARACTERS) return true;
  return language.instructions.test(text) || language.jokes.test(text);
}

function weigh(draft: Draft, { scene, manner }: Telling, language: Language): Line {
  const { clause, text } = draft;
  const isFuture = looksAhead(clause, language);
  const saying = { at: scene.message.at, isFuture, names: scene.names };
  const dated = resolveDates(text, saying, language);
  const sort = classify(draft, language);
  const hasDate = dated.text !== text;
  const worth = worthOf({ draft, rules: sort.rules, hasDate, manner }, scene, language);
  return { draft, dated, sort, worth };
}

/** Which Friday is meant hangs on the tense: the next one, unless something in the clause is past. */
function looksAhead({ plain, tokens }: Clause, language: Language): boolean {
  if (language.future.test(plain)) return true;
  return !tokens.some(({ lower }) => isPast(lower, "", language.verbs));
}

function candidate(
  { draft, dated, sort, worth }: Line,
  scene: Scene,
  language: Language,
): Candidate[] {
  const text = finish(dated.text, language);
  if (text === undefined) return [];
  const { message } = scene;
  const { start, end, clause } = draft;
  const isOfGroup = clause.lead === "group" && scene.group === language.wholeGroup;
  const { rules: _, ...shown } = sort;
  return [
    {
      kind: clause.isReminder ? "log" : "fact",
      text,
      ...shown,
      subject: isOfGroup ? LORE_SUBJECT : message.author.id,
      confidence: confidenceOf(draft, worth),
      evidence: [
        { type: "span", messageId: message.id, start, end, quote: message.text.slice(start, end) },
      ],
      ...(dated.validFrom !== undefined && { validFrom: dated.validFrom }),
      ...(dated.validTo !== undefined && { validTo: dated.validTo }),
    },
  ];
}

/** What was said outright is surer than a view, and both than a guess at who was meant. */
function confidenceOf({ clause, isResolved }: Draft, worth: number): number {
  const isView = clause.lead === "general" || clause.lead === "impersonal";
  const ceiling = isView || isResolved ? 0.7 : 0.95;
  const likely = 1 / (1 + Math.exp(-worth));
  return Math.round(100 * Math.min(ceiling, 0.4 + 0.55 * likely)) / 100;
}
