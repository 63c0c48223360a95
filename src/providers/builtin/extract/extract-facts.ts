// The path of one message from text to candidates. Pure: no store, no clock, no model.

import type { ExtractInput } from "../../../ports/extractor.ts";
import { classify } from "./classify.ts";
import { resolveDates } from "./dates.ts";
import { draftLines } from "./draft.ts";
import { ENGLISH } from "./english/english.ts";
import type { Language } from "./language.ts";
import { sceneOf } from "./scene.ts";
import { splitSegments } from "./segments.ts";
import { finish } from "./statement.ts";
import { signsOf } from "./worth.ts";

export function debugFacts(input: ExtractInput, language: Language = ENGLISH) {
  const { message } = input;
  if (message.role !== "user" || language.instructions.test(message.text)) return [];
  const scene = sceneOf(input, language);
  const drafts = draftLines(splitSegments(message.text, language), scene, language);
  return drafts.map((d) => {
    const dated = resolveDates(d.text, { at: message.at, isFuture: language.future.test(d.clause.plain), names: scene.names }, language);
    const sort = classify(d.clause.plain, d.clause.lead, language);
    return { text: finish(dated.text) ?? "", lead: d.clause.lead + (d.isResolved ? "R" : "") + (d.sentences), quote: message.text.slice(d.start, d.end), tags: sort.tags ?? [], features: signsOf({ draft: d, rules: sort.rules, hasDate: dated.text !== d.text }, scene, language), dropped: [] };
  });
}
