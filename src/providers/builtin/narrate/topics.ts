// A day's episodes told as topics. An episode is in at most one topic; on a very mixed day the smallest
// groups stay untold as topics rather than being forced together with what they have nothing to do with.

import type { Memory } from "../../../model/memory.ts";
import { NARRATION_LIMITS, type TopicsInput, type TopicText } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { type ClusterLimits, cluster, cosine, type Features } from "./cluster.ts";
import { listed, nameOf } from "./names.ts";
import { tellingStems } from "./phrases.ts";
import { midSentence } from "./proper-nouns.ts";
import { sentencesOf } from "./sentences.ts";
import { joinedTitle, titleParts } from "./title.ts";

const LIMITS: ClusterLimits = {
  join: 0.22,
  many: NARRATION_LIMITS.topics,
  joinWhenMany: 0.08,
  few: 3,
  joinWhenFew: 0.45,
};
/** A day has fewer; beyond this the oldest are left out, so that the work stays bounded. */
const MAX_EPISODES = 500;
const TITLE_WEIGHT = 2;
/** Who talked and where is a hint, never enough to join two subjects. */
const PERSON_WEIGHT = 0.8;
const CHANNEL_WEIGHT = 0.6;
const SENTENCES = NARRATION_LIMITS.summarySentences - 1;

type Names = ReadonlyMap<string, string>;
type Read = Readonly<{ episode: Memory; features: Features }>;

export function tellTopics({ episodes, people }: TopicsInput): TopicText[] {
  const names: Names = new Map(people.map((person) => [person.id, nameOf(person)]));
  const known = new Set([...names.values()].flatMap((name) => name.toLowerCase().split(/\s+/)));
  const ordered = episodes.toSorted(byAge).slice(-MAX_EPISODES);
  const features = featuresOf(ordered, known);
  const read = ordered.map((episode, index) => ({
    episode,
    features: features[index] ?? new Map(),
  }));
  return cluster(features, LIMITS)
    .map((members) => members.flatMap((index) => read[index] ?? []))
    .map((group, order) => ({ group, order }))
    .sort((a, b) => b.group.length - a.group.length || a.order - b.order)
    .slice(0, NARRATION_LIMITS.topics)
    .map(({ group }) => topicOf(group, names));
}

function byAge(a: Memory, b: Memory): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function featuresOf(episodes: readonly Memory[], names: ReadonlySet<string>): Features[] {
  const stems = episodes.map((episode) => ({
    title: tellingStems(episode.title ?? "", names),
    text: tellingStems(episode.text, names),
  }));
  const held = new Map<string, number>();
  for (const { title, text } of stems) {
    for (const one of new Set([...title, ...text])) held.set(one, (held.get(one) ?? 0) + 1);
  }
  const rarity = (one: string): number => Math.log(1 + episodes.length / (held.get(one) ?? 1));
  return episodes.map((episode, index) => {
    const features = new Map<string, number>();
    for (const one of stems[index]?.text ?? []) features.set(one, rarity(one));
    for (const one of stems[index]?.title ?? []) features.set(one, TITLE_WEIGHT * rarity(one));
    for (const person of episode.participants) features.set(`person ${person}`, PERSON_WEIGHT);
    if (episode.channel !== undefined) features.set(`channel ${episode.channel}`, CHANNEL_WEIGHT);
    return features;
  });
}

function topicOf(group: readonly Read[], names: Names): TopicText {
  const sources = group.map(({ episode }) => episode.id);
  const [only, ...others] = group;
  if (only !== undefined && others.length === 0) return { ...alone(only.episode), sources };
  const title = titleFor(group);
  const ids = new Set(group.flatMap(({ episode }) => episode.participants));
  const people = [...ids].flatMap((id) => names.get(id) ?? []);
  const who = people.length === 0 ? "People" : listed(people, 6);
  const opening = `${who} talked about ${midSentence(title, textsOf(group))} in ${group.length} conversations.`;
  const rest = centralSentences(group);
  const summary = [opening, ...rest].join(" ");
  return { title, summary: bounded(summary, NARRATION_LIMITS.summaryLength), sources };
}

function alone(episode: Memory): Readonly<{ title: string; summary: string }> {
  const title = episode.title ?? joinedTitle(titleParts(episode.text));
  return {
    title: bounded(title === "" ? "Conversation" : title, NARRATION_LIMITS.titleLength),
    summary: bounded(episode.text, NARRATION_LIMITS.summaryLength),
  };
}

/** What the members' own titles have most in common. */
function titleFor(group: readonly Read[]): string {
  const parts = group.flatMap(({ episode }) => titleParts(episode.title ?? ""));
  const ranked = parts
    .map((text, order) => ({ text, order, score: centrality(text, group) }))
    .sort((a, b) => b.score - a.score || a.order - b.order);
  const title = joinedTitle(ranked.map(({ text }) => midSentence(text, textsOf(group))));
  return title === "" ? "Conversations of the day" : title;
}

/** How near a text is to all members; a short text near to several beats one near to a single member. */
function centrality(text: string, group: readonly Read[]): number {
  const features = new Map(tellingStems(text, new Set()).map((one) => [one, 1]));
  return group.reduce((sum, { features: other }) => sum + cosine(features, other), 0);
}

// The best sentence of each member, then the best of these, told in the order they happened.
function centralSentences(group: readonly Read[]): string[] {
  const best = group.flatMap(({ episode }, order) => {
    const ranked = sentencesOf(episode.text)
      .map((text) => ({ text, order, score: centrality(text, group) }))
      .sort((a, b) => b.score - a.score);
    return ranked.slice(0, 1);
  });
  return best
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, SENTENCES)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);
}

function textsOf(group: readonly Read[]): string[] {
  return group.map(({ episode }) => episode.text);
}
