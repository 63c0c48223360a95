// Episodes, topics, profiles and insights by a language model. What it names as a source is checked; the rest is trimmed.

import { randomUUID } from "node:crypto";
import { POLICIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import type { Language } from "../../ports/language.ts";
import {
  CORRECTED_TAG,
  type EpisodeText,
  type InsightsInput,
  type InsightText,
  type LineMerge,
  NARRATION_LIMITS,
  type Narration,
  type NarrationLimits,
  type Narrator,
  type ProfileInput,
  type ProfileLine,
  type TopicsInput,
  type TopicText,
} from "../../ports/narrator.ts";
import {
  consolidatePrompt,
  episodePrompt,
  type Groups,
  type Insights,
  insightsPrompt,
  MAX_EPISODES,
  MAX_LINES,
  type ProfileLines,
  profilePrompt,
  type Topics,
  topicsPrompt,
} from "../prompts.ts";

type Deps = Readonly<{ language: Language; newNonce: () => string; limits: NarrationLimits }>;

const summaryLimit = ({ summaryLength, summarySentences }: NarrationLimits) => ({
  length: summaryLength,
  sentences: summarySentences,
});
const REASON_LENGTH = 200;

export function languageNarrator(
  language: Language,
  limits: NarrationLimits = NARRATION_LIMITS,
): Narrator {
  const deps = { language, newNonce: randomUUID, limits };
  return {
    name: language.name,
    episode: (messages) => episode(messages, deps),
    topics: (input) => topics(input, deps),
    profile: (input) => profile(input, deps),
    consolidate: ({ lines }) => consolidate(lines, deps),
    insights: (input) => insights(input, deps),
  };
}

async function episode(
  messages: readonly Message[],
  { language, newNonce, limits }: Deps,
): Promise<Narration<EpisodeText>> {
  const said = messages.filter(({ author, role }) => !author.isBot && role === "user");
  const [first] = said;
  if (!first) return { type: "rejected", reason: "nothing_said" };
  const prompt = episodePrompt(said, { nonce: newNonce(), limits });
  const reply = await language.generate({ ...prompt, tenant: first.tenant });
  if (reply.type !== "ok") return reply;
  const title = trimText(reply.value.title, { length: limits.titleLength });
  return { type: "ok", title, summary: trimText(reply.value.summary, summaryLimit(limits)) };
}

async function topics(
  { episodes, people }: TopicsInput,
  { language, newNonce, limits }: Deps,
): Promise<Narration<Readonly<{ topics: readonly TopicText[] }>>> {
  const oldestFirst = episodes
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .slice(-MAX_EPISODES);
  const [first] = oldestFirst;
  if (!first) return { type: "ok", topics: [] };
  const prompt = topicsPrompt({ episodes: oldestFirst, people }, { nonce: newNonce(), limits });
  const reply = await language.generate({ ...prompt, tenant: first.tenant });
  if (reply.type !== "ok") return reply;
  return { type: "ok", topics: topicTexts(reply.value, oldestFirst, limits) };
}

function topicTexts(
  reply: Topics,
  episodes: readonly Memory[],
  limits: NarrationLimits,
): TopicText[] {
  const isTaken = new Set<number>();
  const texts = reply.topics.map(({ title, summary, sources }) => ({
    title: trimText(title, { length: limits.titleLength }),
    summary: trimText(summary, summaryLimit(limits)),
    sources: idsOf(takeNew(sources, isTaken), episodes),
  }));
  return texts.filter((topic) => topic.sources.length > 0).slice(0, limits.topics);
}

async function profile(
  input: ProfileInput,
  { language, newNonce }: Deps,
): Promise<Narration<Readonly<{ add: readonly ProfileLine[] }>>> {
  const [first] = input.facts;
  if (!first) return { type: "ok", add: [] };
  const prompt = profilePrompt(input, newNonce());
  const reply = await language.generate({ ...prompt, tenant: first.tenant, user: input.user.id });
  if (reply.type !== "ok") return reply;
  return { type: "ok", add: reply.value.lines.map((line) => profileLine(line, input.facts)) };
}

/** No line is surer than the surest fact it rests on. */
function profileLine(line: ProfileLines["lines"][number], facts: readonly Memory[]): ProfileLine {
  const known = new Set(line.facts.map((number) => facts[number - 1]?.confidence ?? 0));
  return {
    section: line.section,
    text: trimText(line.text, { length: POLICIES.trait.maxLength }),
    sources: idsOf(line.facts, facts),
    confidence: Math.min(line.confidence, Math.max(...known)),
  };
}

async function consolidate(
  allLines: readonly Memory[],
  { language, newNonce }: Deps,
): Promise<Narration<Readonly<{ merge: readonly LineMerge[] }>>> {
  const lines = allLines.slice(0, MAX_LINES);
  const [first] = lines;
  if (!first || lines.length < 2) return { type: "ok", merge: [] };
  const user = first.subject === undefined ? {} : { user: first.subject };
  const prompt = consolidatePrompt(lines, newNonce());
  const reply = await language.generate({ ...prompt, tenant: first.tenant, ...user });
  if (reply.type !== "ok") return reply;
  return { type: "ok", merge: lineMerges(reply.value, lines) };
}

/** Whatever the model chose: what a person set right stays, and no line is judged twice. */
function lineMerges({ groups }: Groups, lines: readonly Memory[]): LineMerge[] {
  const isJudged = new Set<number>();
  return groups.flatMap(({ keep, drop, reason }) => {
    const [kept] = idsOf(takeNew([keep], isJudged), lines);
    const mayDrop = drop.filter((n) => !lines[n - 1]?.tags.includes(CORRECTED_TAG));
    const dropped = kept === undefined ? [] : idsOf(takeNew(mayDrop, isJudged), lines);
    if (kept === undefined || dropped.length === 0) return [];
    return [{ keep: kept, drop: dropped, reason: trimText(reason, { length: REASON_LENGTH }) }];
  });
}

async function insights(
  input: InsightsInput,
  { language, newNonce, limits }: Deps,
): Promise<Narration<Readonly<{ insights: readonly InsightText[] }>>> {
  const bounded: InsightsInput = {
    activities: input.activities.slice(0, limits.activities),
    items: input.items.slice(0, limits.items),
    talk: input.talk.slice(0, limits.talkLength),
    people: input.people,
  };
  const notes = [...bounded.activities, ...bounded.items];
  const [first] = notes;
  if (!first) return { type: "ok", insights: [] };
  const prompt = insightsPrompt(bounded, { nonce: newNonce(), limits });
  const reply = await language.generate({ ...prompt, tenant: first.tenant });
  if (reply.type !== "ok") return reply;
  return { type: "ok", insights: insightTexts(reply.value, notes, limits) };
}

function insightTexts(
  reply: Insights,
  notes: readonly Memory[],
  limits: NarrationLimits,
): InsightText[] {
  return reply.insights.slice(0, limits.insights).map(({ text, tags, evidence }) => ({
    text: trimText(text, { length: limits.insightLength }),
    tags: tags.slice(0, 3),
    evidence: idsOf(evidence, notes),
  }));
}

/** Numbers start at one; each is used once and the order is that of the list, not of the reply. */
function idsOf(numbers: readonly number[], memories: readonly Memory[]): string[] {
  const wanted = new Set(numbers);
  return memories.filter((_, index) => wanted.has(index + 1)).map((memory) => memory.id);
}

function takeNew(numbers: readonly number[], taken: Set<number>): number[] {
  const fresh = numbers.filter((number) => !taken.has(number));
  for (const number of fresh) taken.add(number);
  return fresh;
}

// Cuts what a model wrote to the length that was asked for, at the end of a sentence or else of a word.

type TextLimit = Readonly<{ length: number; sentences?: number }>;

const sentencesOf = new Intl.Segmenter("und", { granularity: "sentence" });

export function trimText(text: string, limit: TextLimit): string {
  const tidy = text.replace(/\s+/gu, " ").trim();
  // `Intl.Segmenter` copies its text for every segment, and no sentence that ends behind the limit is kept.
  const read = tidy.slice(0, limit.length + 2);
  const sentences = [...sentencesOf.segment(read)].slice(0, limit.sentences);
  const fitting = sentences.filter(
    ({ index, segment }) => index + segment.trimEnd().length <= limit.length,
  );
  const kept = fitting
    .map(({ segment }) => segment)
    .join("")
    .trimEnd();
  return kept === "" && tidy !== "" ? cutAtWord(tidy, limit.length) : kept;
}

function cutAtWord(text: string, length: number): string {
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${space > length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
