// What speaks for an attack: word classes found close together, each with a weight. The weights of different
// signals near one another add up; at 1 the text is held. A row is one way of taking the model over.

import type { WordClass } from "./lexicon.ts";

export type Signal = Readonly<{
  rule: string;
  weight: number;
  /** One word of each step; a step may name several classes. */
  steps: readonly (WordClass | readonly WordClass[])[];
  /** Words between one step and the next, or around the first when the order is free. */
  within: number;
  order: "fixed" | "free";
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
    steps: ["discard", "prior", ["rules", "task"]],
    within: 8,
    order: "free",
    notAfter: ORDERED_OTHERWISE,
    without: ["first"],
  },
  { rule: "undo_prior", weight: 1, steps: ["undo", "prior", ["rules", "task"]], within: 5, order: "fixed", notAfter: ORDERED_OTHERWISE, without: ["first"] },
  { rule: "ignore_user", weight: 0.8, steps: ["discard", "audience", "prior"], within: 4, order: "fixed", notAfter: ORDERED_OTHERWISE },
  {
    rule: "override_prior_text",
    weight: 1,
    steps: ["discard", ["prior", "all"], "source"],
    within: 5,
    order: "free",
    notAfter: ORDERED_OTHERWISE,
    without: ["first"],
  },
  {
    rule: "leave_prior_text",
    weight: 0.7,
    steps: ["undo", "all", "prior", "source"],
    within: 6,
    order: "free",
    notAfter: ORDERED_OTHERWISE,
  },
  { rule: "override_all", weight: 1, steps: ["discard", "all", ["rules", "task"]], within: 5, order: "free", notAfter: ORDERED_OTHERWISE },
  { rule: "override_yours", weight: 1, steps: [["discard", "undo"], "your", ["rules", "knowledge"]], within: 5, order: "fixed", notAfter: ORDERED_OTHERWISE },
  { rule: "forget_before", weight: 1, steps: ["discard", "all", ["prior", "knowledge"]], within: 4, order: "free", notAfter: ORDERED_OTHERWISE },
  { rule: "forget_all", weight: 0.7, steps: ["discard", "all"], within: 2, order: "fixed", opens: true },
  { rule: "forget_source", weight: 0.7, steps: ["discard", "source"], within: 3, order: "fixed", opens: true, without: ["first"] },
  { rule: "despite_told", weight: 1, steps: ["despite", "prior", ["rules", "you"]], within: 6, order: "free" },
  { rule: "own_knowledge", weight: 0.5, steps: ["own", "knowledge"], within: 2, order: "fixed" },
  { rule: "not_the_source", weight: 0.4, steps: ["not", "source"], within: 4, order: "fixed" },
  { rule: "told_irrelevant", weight: 1, steps: ["irrelevant", ["prior", "all"], ["source", "rules", "task"]], within: 10, order: "free" },
  { rule: "unremember", weight: 0.6, steps: ["not", "remember", ["prior", "all"]], within: 10, order: "free" },
  { rule: "changed_rules", weight: 1, steps: ["rules", "your", ["now", "change"]], within: 4, order: "free", notAfter: ["first"] },

  // Pretending that the work before is over and new work begins
  { rule: "new_task", weight: 0.7, steps: ["new", ["task", "rules"], ["now", "focus", "your"]], within: 5, order: "free" },
  { rule: "praise", weight: 0.3, steps: ["praise", "performance"], within: 4, order: "free", maxWords: 14 },
  { rule: "short_praise", weight: 0.3, steps: ["praise"], within: 0, order: "fixed", opens: true, maxWords: 4 },
  { rule: "declared_done", weight: 0.35, steps: ["done"], within: 0, order: "fixed", maxWords: 4 },
  { rule: "now_make", weight: 0.25, steps: ["now", "make"], within: 4, order: "free" },
  { rule: "help_with_new", weight: 0.4, steps: ["help", "new", "task"], within: 6, order: "fixed" },
  { rule: "order", weight: 0.2, steps: [["make", "show", "say", "answer"]], within: 0, order: "fixed", opens: true },
  { rule: "answer_new_task", weight: 0.4, steps: ["answer", "new", "task"], within: 3, order: "fixed" },

  // Making the model someone else
  { rule: "wanted_role", weight: 1, steps: ["want", "you", "role", "as"], within: 4, order: "fixed" },
  { rule: "wanted_role", weight: 1, steps: ["want", "you", "as", "role"], within: 8, order: "fixed" },
  { rule: "role_order", weight: 0.6, steps: ["role", ["as", "you"]], within: 3, order: "fixed", opens: true },
  { rule: "role_ability", weight: 0.4, steps: ["role", "you", "ability"], within: 2, order: "fixed", opens: true },
  { rule: "role_persona", weight: 0.6, steps: ["role", ["as", "you"], "persona"], within: 5, order: "fixed" },
  { rule: "you_play", weight: 0.7, steps: ["you", "are", "role", "as"], within: 2, order: "fixed" },
  { rule: "now_you_are", weight: 0.6, steps: ["you", "are", "now"], within: 2, order: "free" },
  { rule: "you_persona", weight: 0.4, steps: ["you", "are", "persona"], within: 6, order: "fixed" },
  { rule: "scripted_parts", weight: 0.5, steps: ["break", "play", "play"], within: 14, order: "free" },
  { rule: "answer_in_style", weight: 0.5, steps: [["answer", "say"], "style"], within: 8, order: "fixed", opens: true },
  { rule: "no_refusal", weight: 0.5, steps: ["not", "refuse"], within: 6, order: "fixed" },
  { rule: "stay_in_role", weight: 0.5, steps: ["break", "play"], within: 4, order: "fixed" },
  { rule: "you_unbound", weight: 0.5, steps: ["you", "unbound"], within: 12, order: "free" },
  { rule: "free_of_limits", weight: 0.5, steps: ["not", "unbound"], within: 3, order: "fixed" },
  { rule: "imagined_world", weight: 0.6, steps: ["imagined", "you"], within: 14, order: "free" },

  // Putting words into its mouth
  { rule: "assert_that", weight: 1, steps: ["assert", "that"], within: 1, order: "fixed", opens: true },
  { rule: "say_that_you", weight: 1, steps: ["say", "that", ["you", "first"]], within: 2, order: "fixed", opens: true },
  { rule: "short_say", weight: 0.7, steps: ["say"], within: 0, order: "fixed", opens: true, maxWords: 3 },
  { rule: "only_say", weight: 0.4, steps: ["only", ["say", "answer"]], within: 2, order: "fixed" },
  { rule: "answer_steered", weight: 0.8, steps: ["act", "your", "answer"], within: 8, order: "fixed", opens: true },
  { rule: "text_of_hate", weight: 0.5, steps: [["make", "say"], "blame"], within: 6, order: "fixed", opens: true },
  { rule: "you_must_say", weight: 0.5, steps: ["you", "must", ["say", "answer"]], within: 3, order: "fixed" },
  { rule: "wanted_words", weight: 0.5, steps: ["want", "you", ["say", "make", "answer", "show"]], within: 4, order: "fixed" },
  { rule: "say_following", weight: 0.4, steps: ["say", "new"], within: 3, order: "fixed" },
  { rule: "blame", weight: 0.3, steps: ["blame"], within: 0, order: "fixed" },
  { rule: "deceptive_text", weight: 1, steps: ["make", "untrue"], within: 7, order: "fixed", opens: true },
  { rule: "threat", weight: 1, steps: ["threat", "you", ["answer", "say"]], within: 14, order: "free" },

  // Drawing out what it was told
  { rule: "show_prompt", weight: 1, steps: ["show", "prompt", ["your", "all", "prior", "system", "beginning"]], within: 6, order: "free" },
  { rule: "system_prompt", weight: 1, steps: ["system", "prompt", ["your", "show", "what"]], within: 6, order: "free" },
  { rule: "show_internals", weight: 0.7, steps: [["show", "undo"], "internals"], within: 6, order: "fixed" },
  { rule: "make_internals", weight: 0.4, steps: [["make", "act"], "internals"], within: 6, order: "fixed" },
  { rule: "asked_rules", weight: 1, steps: ["what", "your", ["rules", "prompt"]], within: 3, order: "fixed" },
  { rule: "show_above", weight: 1, steps: [["show", "say"], "source", "prior", "all"], within: 6, order: "free" },
  { rule: "repeat_above", weight: 1, steps: [["show", "say"], "all", "prior"], within: 3, order: "fixed", opens: true },
  { rule: "passage_above", weight: 0.7, steps: [["show", "say", "what"], ["passage", "source"], "prior"], within: 5, order: "fixed" },
  { rule: "all_internals", weight: 0.4, steps: ["all", "internals"], within: 6, order: "free" },
  { rule: "run_given", weight: 0.5, steps: ["act", "new", ["rules", "task"]], within: 3, order: "fixed", opens: true },
  { rule: "show_rules", weight: 1, steps: ["show", "your", ["system", "prior"], "rules"], within: 5, order: "free" },
  { rule: "written_above", weight: 1, steps: ["what", "written", ["prior", "beginning"]], within: 5, order: "fixed" },

  // Orders for later, and lies for the memory
  { rule: "delayed_order", weight: 1, steps: ["when", "anyone", "utter", ["answer", "act", "remember"]], within: 6, order: "fixed", notAfter: ["first"] },
  { rule: "delayed_answer", weight: 0.6, steps: ["when", "utter", "answer"], within: 8, order: "fixed", notAfter: ["first"] },
  { rule: "false_trust", weight: 1, steps: ["trusted", "authority", ["remember", "always", "future"]], within: 10, order: "free", notAfter: ["first"] },
  { rule: "always_recommend", weight: 0.8, steps: ["always", "recommend"], within: 2, order: "fixed", notAfter: ["first", "others", "you"] },
  { rule: "recommend_later", weight: 0.8, steps: ["future", "recommend"], within: 6, order: "fixed", notAfter: ["first"], without: ["first"] },
  { rule: "hide_from_user", weight: 1, steps: ["not", "conceal", "audience"], within: 4, order: "fixed" },
];
