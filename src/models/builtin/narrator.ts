// The narrator that needs no model: extractive, deterministic, bounded. It never fails, so it is always `ok`
// unless it is handed a talk in which no person spoke.

import type { Message } from "../../model/message.ts";
import {
  type EpisodeText,
  NARRATION_LIMITS,
  type Narration,
  type NarrationLimits,
  type Narrator,
} from "../../ports/narrator.ts";
import { mergesOf } from "./narrate/consolidate.ts";
import { tellEpisode } from "./narrate/episode.ts";
import { tellInsights } from "./narrate/insights.ts";
import { profileLines } from "./narrate/profile.ts";
import { tellTopics } from "./narrate/topics.ts";

export function builtinNarrator(limits: NarrationLimits = NARRATION_LIMITS): Narrator {
  return {
    name: "builtin",
    episode: async (messages) => episode(messages, limits),
    topics: async (input) => ({ type: "ok", topics: tellTopics(input, limits) }),
    profile: async (input) => ({ type: "ok", add: profileLines(input) }),
    consolidate: async ({ lines }) => ({ type: "ok", merge: mergesOf(lines) }),
    insights: async (input) => ({ type: "ok", insights: tellInsights(input, limits) }),
  };
}

function episode(messages: readonly Message[], limits: NarrationLimits): Narration<EpisodeText> {
  const spoken = messages.filter(({ author, role }) => !author.isBot && role === "user");
  if (spoken.length === 0) return { type: "rejected", reason: "no person said anything" };
  return { type: "ok", ...tellEpisode(spoken, limits) };
}
