// The path of one message from text to candidates. Pure: no store, no clock, no model.

import type { Candidate } from "../../../model/candidate.ts";
import type { ExtractInput } from "../../../ports/extractor.ts";
import { type Clause, readClause } from "./clause.ts";
import { resolveDates } from "./dates.ts";
import { ENGLISH } from "./english/english.ts";
import type { Language } from "./language.ts";
import { type Scene, sceneOf } from "./scene.ts";
import { splitSegments } from "./segments.ts";
import { finish, MAX_LENGTH, retell } from "./statement.ts";
import { featuresOf } from "./worth.ts";

export function debugFacts(input: ExtractInput, language: Language = ENGLISH) {
  const { message } = input;
  if (message.role !== "user" || language.instructions.test(message.text)) return [];
  const scene = sceneOf(input, language);
  const drafts: { clause: Clause; text: string; start: number; end: number; n: number; index: number }[] = [];
  const segments = splitSegments(message.text, language);
  const dropped: string[] = [];
  segments.forEach((segment, index) => {
    const clause = readClause(segment, scene, language);
    if (clause === undefined) return;
    const text = retell(clause, scene, language);
    if (text === undefined) { dropped.push(clause.lead + ": " + clause.plain); return; }
    const last = drafts.at(-1);
    if (clause.lead === "reference") {
      if (last !== undefined && last.n === 1 && last.index === index - 1 && last.text.length + text.length < MAX_LENGTH) {
        last.text += " " + text; last.end = clause.segment.end; last.n = 2;
      }
      return;
    }
    drafts.push({ clause, text, start: clause.segment.start, end: clause.segment.end, n: 1, index });
  });
  return drafts.map((d) => {
    const dated = resolveDates(d.text, { at: message.at, isFuture: language.future.test(d.clause.plain), names: scene.names }, language);
    const rules = language.rules.filter((r) => r.when.test(d.clause.plain));
    const st = { text: dated.text, plain: d.clause.plain, lead: d.clause.lead, rules, hasDate: dated.text !== d.text, isReminder: d.clause.isReminder };
    return { text: finish(dated.text) ?? "", lead: d.clause.lead, quote: message.text.slice(d.start, d.end), tags: rules.map((r) => r.tag), features: featuresOf(st, scene, language), dropped };
  });
}
