// Makes lines of clauses. One that leans on the sentence before is put after it, so the two read as they were said.

import { type Source, resolvePronoun } from "./antecedent.ts";
import { type Clause, readClause } from "./clause.ts";
import { findDanglingPronoun } from "./dangling.ts";
import type { Language } from "./language.ts";
import type { Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import { MAX_LENGTH, retell } from "./statement.ts";

export type Draft = Readonly<{
  clause: Clause;
  text: string;
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
    const context = { scene, language };
    if (!leansBack(clause, language)) return add(drafts, clause, { index, isResolved: false, ...context });
    const last = drafts.at(-1);
    const joined = last?.index === index - 1 ? append(last, clause, context) : undefined;
    if (joined !== undefined) {
      drafts.splice(-1, 1, joined);
      return;
    }
    const tokens = resolvePronoun(clause.tokens, sourcesFor(segments.slice(0, index), scene), language);
    if (tokens === undefined) return;
    const lead = clause.lead === "reference" ? "general" : clause.lead;
    add(drafts, { ...clause, tokens, lead }, { index, isResolved: true, ...context });
  });
  return drafts;
}

type Context = Readonly<{ scene: Scene; language: Language }>;

function leansBack(clause: Clause, language: Language): boolean {
  if (clause.lead === "reference") return true;
  return findDanglingPronoun(clause.tokens, language) >= 0;
}

function add(
  drafts: Draft[],
  clause: Clause,
  { index, isResolved, scene, language }: Context & Readonly<{ index: number; isResolved: boolean }>,
): void {
  const text = retell(clause, scene, language);
  if (text === undefined) return;
  const { start, end } = clause.segment;
  drafts.push({ clause, text, start, end, index, sentences: 1, isResolved });
}

function append(last: Draft, clause: Clause, { scene, language }: Context): Draft | undefined {
  if (last.sentences === 2) return undefined;
  const second = retell(clause, scene, language);
  if (second === undefined || last.text.length + second.length >= MAX_LENGTH) return undefined;
  return {
    ...last,
    text: `${last.text} ${second}`,
    end: clause.segment.end,
    index: last.index + 1,
    sentences: 2,
  };
}

/** Nearest first: this message backwards, then the line it answers. */
function sourcesFor(earlier: readonly Segment[], scene: Scene): Source[] {
  const own = earlier.map(({ text }) => ({ text, isOther: false })).reverse();
  return scene.answered === undefined ? own : [...own, { text: scene.answered, isOther: true }];
}
