// What the engine asks of whoever tells in fewer words what happened: the built-in rules or a language model.

import type { Section } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import type { Author, Message } from "../model/message.ts";

/** "Nothing worth telling" is `ok` with empty lists; a failed model is never that. */
export type Narration<T> =
  | (Readonly<{ type: "ok" }> & T)
  | Readonly<{ type: "retryable"; reason: string }>
  | Readonly<{ type: "rejected"; reason: string }>;

/** What no narrator may exceed; replies of a language model are held to the same figures. */
export type NarrationLimits = Readonly<{
  titleLength: number;
  summaryLength: number;
  summarySentences: number;
  /** Of a day, where there are notes enough for so many. */
  fewestTopics: number;
  topics: number;
  insights: number;
  insightLength: number;
  /** What a language model may write for the insights of one person, and how freely. */
  insightTokens: number;
  insightTemperature: number;
  activities: number;
  items: number;
  talkLength: number;
}>;

export const NARRATION_LIMITS: NarrationLimits = {
  titleLength: 60,
  summaryLength: 600,
  summarySentences: 3,
  fewestTopics: 3,
  topics: 8,
  insights: 3,
  insightLength: 280,
  insightTokens: 220,
  insightTemperature: 0,
  activities: 5,
  items: 3,
  talkLength: 1000,
};

/** One to three quoted clauses with their speakers, or as many sentences in the past tense and third person. */
export type EpisodeText = Readonly<{ title: string; summary: string }>;

export type TopicsInput = Readonly<{
  episodes: readonly Memory[];
  /** Names for the ids in `participants`; an id that is not here stays unnamed. */
  people: readonly Author[];
}>;

/** `sources` are episode ids, oldest first; an episode is in at most one topic. */
export type TopicText = Readonly<{ title: string; summary: string; sources: readonly string[] }>;

export type ProfileInput = Readonly<{
  user: Author;
  /** The profile as it stands. */
  lines: readonly Memory[];
  /** What was newly learnt about this person. */
  facts: readonly Memory[];
}>;

/** `sources` are the ids of the facts it rests on. */
export type ProfileLine = Readonly<{
  section: Section;
  text: string;
  sources: readonly string[];
  confidence: number;
}>;

/** A memory with this tag was set right by a person; nothing automatic may overrule it. */
export const CORRECTED_TAG = "corrected";

/** `keep` stays as it is; each of `drop` says the same thing, or was true only before. */
export type LineMerge = Readonly<{ keep: string; drop: readonly string[]; reason: string }>;

export type InsightsInput = Readonly<{
  activities: readonly Memory[];
  items: readonly Memory[];
  talk: string;
  people: readonly Author[];
}>;

/** `evidence` are ids out of `activities` and `items`, never empty. */
export type InsightText = Readonly<{
  text: string;
  tags: readonly string[];
  evidence: readonly string[];
}>;

export interface Narrator {
  readonly name: string;
  /** A conversation becomes one episode. Rejected when nothing in it was said by a person. */
  episode(messages: readonly Message[]): Promise<Narration<EpisodeText>>;
  /** A day's episodes become topics: 3 to 8 when there are enough, fewer when there are few, never padding. */
  topics(input: TopicsInput): Promise<Narration<Readonly<{ topics: readonly TopicText[] }>>>;
  /** New lines for one person's profile; none when nothing new was learnt. */
  profile(input: ProfileInput): Promise<Narration<Readonly<{ add: readonly ProfileLine[] }>>>;
  /** Which lines of one profile say the same, or contradict each other, and which of them stays. */
  consolidate(
    input: Readonly<{ lines: readonly Memory[] }>,
  ): Promise<Narration<Readonly<{ merge: readonly LineMerge[] }>>>;
  /** A few careful guesses at what the recent days say about people, each with its evidence. */
  insights(
    input: InsightsInput,
  ): Promise<Narration<Readonly<{ insights: readonly InsightText[] }>>>;
}
