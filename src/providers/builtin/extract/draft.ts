// Makes lines of clauses. One that leans on the sentence before is put after it, so the two read as they were said.

import { resolvePerson } from "./antecedent.ts";
import { type Clause, readClause } from "./clause.ts";
import { findDanglingPronoun } from "./dangling.ts";
import type { Language } from "./language.ts";
import type { Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import { MAX_LENGTH, retell } from "./statement.ts";
import { join } from "./tokens.ts";

/** Segments of the message that are searched for whom a pronoun means. */
const LOOK_BACK = 6;

export type Draft = Readonly<{
  clause: Clause;
  text: string;
  /** All it holds as it was said, contractions written out. */
  plain: string;
  start: number;
  end: number;
  /** Position among the segments of the last one it holds. */
  index: number;
  sentences: 1 | 2;
  /** A pronoun was given what it stands for by looking back. */
  isResolved: boolean;
}>;

export function draftLines(
  segments: readonly Segment[],
  scene: Scene,
  language: Language,
): readonly Draft[] {
  const drafts: Draft[] = [];
  segments.forEach((segment, index) => {
    const clause = readClause(segment, scene, language);
    if (clause === undefined) return;
    const context = { index, scene, language, isResolved: false };
    const made = leansBack(clause, language)
      ? (append(drafts.at(-1), clause, context) ?? resolve(clause, segments, context))
      : draft(clause, context);
    if (made === undefined) return;
    if (made.sentences === 2) drafts.pop();
    drafts.push(made);
  });
  return drafts;
}

type Context = Readonly<{
  index: number;
  scene: Scene;
  language: Language;
  isResolved: boolean;
}>;

function leansBack(clause: Clause, language: Language): boolean {
  if (clause.lead === "reference") return true;
  return findDanglingPronoun(clause.tokens, language) >= 0;
}

function draft(clause: Clause, context: Context): Draft | undefined {
  const { index, scene, language, isResolved } = context;
  const text = retell(clause, scene, language);
  if (text === undefined) return undefined;
  const { start, end } = clause.segment;
  return { clause, text, plain: clause.plain, start, end, index, sentences: 1, isResolved };
}

/** The line just before, with this one after it. */
function append(last: Draft | undefined, clause: Clause, context: Context): Draft | undefined {
  if (last === undefined || last.sentences === 2 || last.index !== context.index - 1)
    return undefined;
  const second = retell(clause, context.scene, context.language);
  if (second === undefined || last.text.length + second.length >= MAX_LENGTH) return undefined;
  return {
    clause: last.clause,
    text: `${last.text} ${second}`,
    plain: `${last.plain}. ${clause.plain}`,
    start: last.start,
    end: clause.segment.end,
    index: context.index,
    sentences: 2,
    isResolved: last.isResolved,
  };
}

function resolve(
  clause: Clause,
  segments: readonly Segment[],
  context: Context,
): Draft | undefined {
  const earlier = segments
    .slice(Math.max(0, context.index - LOOK_BACK), context.index)
    .map(({ text }) => text);
  const tokens = resolvePerson(clause.tokens, earlier, context.language);
  if (tokens === undefined) return undefined;
  const { segment, isReminder } = clause;
  const lead = clause.lead === "reference" ? "own" : clause.lead;
  const resolved = { segment, lead, tokens, plain: join(tokens), isReminder };
  const { index, scene, language } = context;
  return draft(resolved, { index, scene, language, isResolved: true });
}
