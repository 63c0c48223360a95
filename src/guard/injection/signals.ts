// What speaks for an attack: word classes found close together, each with a weight. The weights of different
// signals near one another add up, and at the threshold the text is held. A row is one way of taking the model over.

import type { WordClass } from "./lexicon.ts";

export type Signal = Readonly<{
  rule: string;
  weight: number;
  /** Word classes, `a|b` for either: `x > y` for one after the other, `x & y` for any order around the first. */
  pattern: string;
  /** Words from one step to the next, or around the first when the order is free. */
  within?: number;
  /** The first step opens a clause: an order, not a report. */
  opens?: true;
  /** No word of these classes in the two words before the first step. */
  notAfter?: readonly WordClass[];
  /** No word of these classes among the words the signal spans. */
  without?: readonly WordClass[];
  /** The sentence has no more words than this. */
  maxWords?: number;
}>;

const ORDERED_OTHERWISE: readonly WordClass[] = ["not", "first", "others"];

export const SIGNALS: readonly Signal[] = [
  // Throwing away what the model was told
  {
    rule: "override_prior",
    weight: 1,
    pattern: "discard & prior & rules|task",
    within: 8,
    notAfter: ORDERED_OTHERWISE,
    without: ["first"],
  },
  {
    rule: "undo_prior",
    weight: 1,
    pattern: "undo > prior > rules|task",
    within: 5,
    notAfter: ORDERED_OTHERWISE,
    without: ["first"],
  },
  {
    rule: "ignore_user",
    weight: 0.8,
    pattern: "discard > audience > prior",
    within: 4,
    notAfter: ORDERED_OTHERWISE,
  },
  {
    rule: "override_prior_text",
    weight: 1,
    pattern: "discard & prior|all & source",
    within: 5,
    notAfter: ORDERED_OTHERWISE,
    without: ["first"],
  },
  {
    rule: "leave_prior_text",
    weight: 0.7,
    pattern: "undo & all & prior & source",
    within: 6,
    notAfter: ORDERED_OTHERWISE,
  },
  {
    rule: "override_all",
    weight: 1,
    pattern: "discard & all & rules|task",
    within: 5,
    notAfter: ORDERED_OTHERWISE,
  },
  {
    rule: "override_yours",
    weight: 1,
    pattern: "discard|undo > your > rules|knowledge",
    within: 5,
    notAfter: ORDERED_OTHERWISE,
  },
  {
    rule: "forget_before",
    weight: 1,
    pattern: "discard & all & prior|knowledge",
    within: 4,
    notAfter: ORDERED_OTHERWISE,
  },
  { rule: "forget_all", weight: 0.7, pattern: "discard > all", within: 2, opens: true },
  {
    rule: "forget_source",
    weight: 0.7,
    pattern: "discard > source",
    within: 3,
    opens: true,
    without: ["first"],
  },
  { rule: "despite_told", weight: 1, pattern: "despite & prior & rules|you", within: 6 },
  { rule: "own_knowledge", weight: 0.5, pattern: "own > knowledge", within: 2 },
  { rule: "not_the_source", weight: 0.4, pattern: "not > source", within: 4 },
  {
    rule: "told_irrelevant",
    weight: 1,
    pattern: "irrelevant & prior|all & source|rules|task",
    within: 10,
  },
  { rule: "unremember", weight: 0.6, pattern: "not & remember & prior|all", within: 10 },
  {
    rule: "changed_rules",
    weight: 1,
    pattern: "rules & your & now|change",
    within: 4,
    notAfter: ["first"],
  },
  // Pretending that the work before is over and new work begins
  { rule: "new_task", weight: 0.7, pattern: "new & task|rules & now|focus|your", within: 5 },
  { rule: "praise", weight: 0.3, pattern: "praise & performance", within: 4, maxWords: 14 },
  { rule: "short_praise", weight: 0.3, pattern: "praise", opens: true, maxWords: 4 },
  { rule: "declared_done", weight: 0.35, pattern: "done", maxWords: 4 },
  { rule: "now_make", weight: 0.25, pattern: "now & make", within: 4 },
  { rule: "help_with_new", weight: 0.4, pattern: "help > new > task", within: 6 },
  { rule: "order", weight: 0.2, pattern: "make|show|say|answer", opens: true },
  { rule: "answer_new_task", weight: 0.4, pattern: "answer > new > task", within: 3 },
  // Making the model someone else
  { rule: "wanted_role", weight: 1, pattern: "want > you > role > as", within: 4 },
  { rule: "wanted_role", weight: 1, pattern: "want > you > as > role", within: 8 },
  { rule: "role_order", weight: 0.6, pattern: "role > as|you", within: 3, opens: true },
  { rule: "role_ability", weight: 0.4, pattern: "role > you > ability", within: 2, opens: true },
  { rule: "role_persona", weight: 0.6, pattern: "role > as|you > persona", within: 5 },
  { rule: "you_play", weight: 0.7, pattern: "you > are > role > as", within: 2 },
  { rule: "now_you_are", weight: 0.6, pattern: "you & are & now", within: 2 },
  { rule: "you_persona", weight: 0.4, pattern: "you > are > persona", within: 6 },
  { rule: "scripted_parts", weight: 0.5, pattern: "break & play & play", within: 14 },
  { rule: "answer_in_style", weight: 0.5, pattern: "answer|say > style", within: 8, opens: true },
  { rule: "no_refusal", weight: 0.5, pattern: "not > refuse", within: 6 },
  { rule: "stay_in_role", weight: 0.5, pattern: "break > play", within: 4 },
  { rule: "you_unbound", weight: 0.5, pattern: "you & unbound", within: 12 },
  { rule: "free_of_limits", weight: 0.5, pattern: "not > unbound", within: 3 },
  { rule: "imagined_world", weight: 0.6, pattern: "imagined & you", within: 14 },
  // Putting words into its mouth
  { rule: "assert_that", weight: 1, pattern: "assert > that", within: 1, opens: true },
  { rule: "say_that_you", weight: 1, pattern: "say > that > you|first", within: 2, opens: true },
  { rule: "short_say", weight: 0.7, pattern: "say", opens: true, maxWords: 3 },
  { rule: "only_say", weight: 0.4, pattern: "only > say|answer", within: 2 },
  { rule: "answer_steered", weight: 0.8, pattern: "act > your > answer", within: 8, opens: true },
  { rule: "text_of_hate", weight: 0.5, pattern: "make|say > blame", within: 6, opens: true },
  { rule: "you_must_say", weight: 0.5, pattern: "you > must > say|answer", within: 3 },
  { rule: "wanted_words", weight: 0.5, pattern: "want > you > say|make|answer|show", within: 4 },
  { rule: "say_following", weight: 0.4, pattern: "say > new", within: 3 },
  { rule: "blame", weight: 0.3, pattern: "blame" },
  { rule: "deceptive_text", weight: 1, pattern: "make > untrue", within: 7, opens: true },
  { rule: "threat", weight: 1, pattern: "threat & you & answer|say", within: 14 },
  // Drawing out what it was told
  {
    rule: "show_prompt",
    weight: 1,
    pattern: "show & prompt & your|all|prior|system|beginning",
    within: 6,
  },
  { rule: "system_prompt", weight: 1, pattern: "system & prompt & your|show|what", within: 6 },
  { rule: "show_internals", weight: 0.7, pattern: "show|undo > internals", within: 6 },
  { rule: "make_internals", weight: 0.4, pattern: "make|act > internals", within: 6 },
  { rule: "asked_rules", weight: 1, pattern: "what > your > rules|prompt", within: 3 },
  { rule: "show_above", weight: 1, pattern: "show|say & source & prior & all", within: 6 },
  { rule: "repeat_above", weight: 1, pattern: "show|say > all > prior", within: 3, opens: true },
  {
    rule: "passage_above",
    weight: 0.7,
    pattern: "show|say|what > passage|source > prior",
    within: 5,
  },
  { rule: "all_internals", weight: 0.4, pattern: "all & internals", within: 6 },
  { rule: "run_given", weight: 0.5, pattern: "act > new > rules|task", within: 3, opens: true },
  { rule: "show_rules", weight: 1, pattern: "show & your & system|prior & rules", within: 5 },
  { rule: "written_above", weight: 1, pattern: "what > written > prior|beginning", within: 5 },
  // Orders for later, and lies for the memory
  {
    rule: "delayed_order",
    weight: 1,
    pattern: "when > anyone > utter > answer|act|remember",
    within: 6,
    notAfter: ["first"],
  },
  {
    rule: "delayed_answer",
    weight: 0.6,
    pattern: "when > utter > answer",
    within: 8,
    notAfter: ["first"],
  },
  {
    rule: "false_trust",
    weight: 1,
    pattern: "trusted & authority & remember|always|future",
    within: 10,
    notAfter: ["first"],
  },
  {
    rule: "always_recommend",
    weight: 0.8,
    pattern: "always > recommend",
    within: 2,
    notAfter: ["first", "others", "you"],
  },
  {
    rule: "recommend_later",
    weight: 0.8,
    pattern: "future > recommend",
    within: 6,
    notAfter: ["first"],
    without: ["first"],
  },
  { rule: "hide_from_user", weight: 1, pattern: "not > conceal > audience", within: 4 },
];
