// A day's episodes as topics. An episode is in at most one topic; on a very mixed day the smallest groups stay
// out of the topics rather than being forced together with what they have nothing to do with.

import type { Memory } from "../../../model/memory.ts";
import type { NarrationLimits, TopicsInput, TopicText } from "../../../ports/narrator.ts";
import { type ClusterLimits, cluster, cosine, type Features } from "./cluster.ts";
import { isFluent, quotesIn, withQuote } from "./fluency.ts";
import { titled } from "./keywords.ts";
import { nameOf } from "./names.ts";
import { sentencesOf } from "./sentences.ts";
import { tellingStems, wordsOf } from "./words.ts";

const LIKENESS = { join: 0.22, joinWhenMany: 0.08, joinWhenFew: 0.45 };
/** A day has fewer; beyond this the oldest are left out, so that the work stays bounded. */
const MAX_EPISODES = 500;
const TITLE_WEIGHT = 2;
/** Who talked and where is a hint, never enough to join two subjects. */
const PERSON_WEIGHT = 0.8;
const CHANNEL_WEIGHT = 0.6;

type Read = Readonly<{ episode: Memory; stems: ReadonlyMap<string, string>; features: Features }>;

export function tellTopics(
  { episodes, people }: TopicsInput,
  limits: NarrationLimits,
): TopicText[] {
  const grouping: ClusterLimits = { ...LIKENESS, many: limits.topics, few: limits.fewestTopics };
  const ordered = episodes.toSorted(byAge).slice(-MAX_EPISODES);
  const names = new Set(people.flatMap((person) => wordsOf(nameOf(person)).map(({ key }) => key)));
  const read = readAll(ordered, names).filter(({ stems }) => stems.size > 0);
  return cluster(
    read.map(({ features }) => features),
    grouping,
  )
    .map((members) => members.flatMap((index) => read[index] ?? []))
    .map((group, order) => ({ group, order }))
    .sort((a, b) => b.group.length - a.group.length || a.order - b.order)
    .flatMap(({ group }) => topicOf(group, limits) ?? [])
    .slice(0, limits.topics);
}

function byAge(a: Memory, b: Memory): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Each with its telling words, the people's names left out; those of its title weigh more, rare ones most. */
function readAll(episodes: readonly Memory[], names: ReadonlySet<string>): Read[] {
  const held = new Map<string, number>();
  const told = episodes.map((episode) => {
    const title = tellingStems(episode.title ?? "");
    const said = quotesIn(episode.text).map((quote) => quote.said);
    const text = tellingStems(said.length > 0 ? said.join("\n") : episode.text);
    const stems = new Map([...title, ...text].filter(([, word]) => !isNameIn(names, word)));
    for (const one of stems.keys()) held.set(one, (held.get(one) ?? 0) + 1);
    return { episode, title, stems };
  });
  return told.map(({ episode, title, stems }) => {
    const features = new Map<string, number>();
    for (const one of stems.keys()) {
      const rarity = Math.log(1 + episodes.length / (held.get(one) ?? 1));
      features.set(one, (title.has(one) ? TITLE_WEIGHT : 1) * rarity);
    }
    for (const person of episode.participants) features.set(`person ${person}`, PERSON_WEIGHT);
    if (episode.channel !== undefined) features.set(`channel ${episode.channel}`, CHANNEL_WEIGHT);
    return { episode, stems, features };
  });
}

function isNameIn(names: ReadonlySet<string>, word: string): boolean {
  return wordsOf(word).every(({ key }) => names.has(key));
}

function topicOf(group: readonly Read[], limits: NarrationLimits): TopicText | undefined {
  const [only, ...others] = group;
  const title =
    others.length === 0 ? (only?.episode.title ?? "") : sharedTitle(group, limits.titleLength);
  const summary = summaryOf(group, limits);
  if (title === "" || summary === "" || title.length > limits.titleLength) return undefined;
  return { title, summary, sources: group.map(({ episode }) => episode.id) };
}

/** What the members' own titles name and most of the members hold. */
function sharedTitle(group: readonly Read[], titleLength: number): string {
  const parts = group.flatMap(({ episode }) => (episode.title ?? "").split(", "));
  const ranked = [...new Set(parts)].flatMap((text) => {
    const stems = [...tellingStems(text).keys()];
    const held = group.filter((one) => stems.every((stem) => one.stems.has(stem))).length;
    return stems.length === 0 ? [] : [{ text, stems, held }];
  });
  ranked.sort((a, b) => b.held - a.held || b.stems.length - a.stems.length);
  const shared = ranked.filter(({ held }) => held > 1);
  return titled(shared.length > 0 ? shared : ranked, titleLength);
}

/** The best line of each member, then the best of these, in the order they were said, as far as there is room. */
function summaryOf(group: readonly Read[], limits: NarrationLimits): string {
  const lines = group.flatMap(({ episode }, order) => {
    const quotes = quotesIn(episode.text).filter(({ said }) => isFluent(said));
    const told = sentencesOf(episode.text).filter(({ text }) => isFluent(text));
    const own = (
      quotes.length > 0 ? quotes : told.map(({ text }) => ({ speaker: "", said: text }))
    ).map((quote) => ({ ...quote, order, score: centrality(quote.said, group) }));
    return group.length === 1 ? own : own.sort((a, b) => b.score - a.score).slice(0, 1);
  });
  const best = lines.toSorted((a, b) => b.score - a.score).slice(0, limits.summarySentences);
  let summary = "";
  for (const line of lines.filter((one) => best.includes(one))) {
    const longer =
      line.speaker === "" ? `${summary} ${line.said}`.trim() : withQuote(summary, line);
    if (longer.length <= limits.summaryLength) summary = longer;
  }
  return summary;
}

function centrality(text: string, group: readonly Read[]): number {
  const features = new Map([...tellingStems(text).keys()].map((one) => [one, 1]));
  return group.reduce((sum, { features: other }) => sum + cosine(features, other), 0);
}
