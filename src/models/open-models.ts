// Chooses who extracts, who narrates and who embeds: the built-in ones, or the models that were configured.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import { lazy } from "../model/lazy.ts";
import type { Answerer } from "../ports/answerer.ts";
import type { Embedder, WordVectors } from "../ports/embedder.ts";
import type { Extractor, FactsRead } from "../ports/extractor.ts";
import type { Judge, Meter } from "../ports/language.ts";
import type { NarrationLimits, Narrator } from "../ports/narrator.ts";
import type { TimedReranker } from "../ports/reranker.ts";
import { builtinEmbedder, wordVectorsNow } from "./builtin/embedder.ts";
import { answerInTime } from "./host/answer-in-time.ts";
import type { ExtractorChoice } from "./host/extractor.ts";
import type { JudgeChoice, RerankerChoice } from "./host/judge-and-reranker.ts";
import type { NarratorChoice } from "./host/narrator.ts";
import type { EmbeddingChoice, LanguageChoice } from "./language/model-source.ts";
import type { ExtractTask } from "./prompts.ts";

export type ModelChoices = Readonly<{
  fast?: LanguageChoice | undefined;
  deep?: LanguageChoice | undefined;
  embedder?: EmbeddingChoice | Embedder | undefined;
  /** Whether the built-in ones stand in when a configured model fails. */
  fallback: boolean;
  narration: NarrationLimits;
  reading: FactsRead;
}>;

/** What a program may do itself instead of a model. */
export type OwnMind = Readonly<{
  extractor?: ExtractorChoice | undefined;
  narrator?: NarratorChoice | undefined;
  judge?: JudgeChoice | undefined;
  reranker?: RerankerChoice | undefined;
}>;

export type Asked = ModelChoices &
  OwnMind &
  Readonly<{
    task: ExtractTask;
    /** How long a function of the program may take. */
    functionSeconds: number;
    rerankSeconds: number;
  }>;

type Minds = Readonly<{
  extractor: Extractor;
  narrator: Narrator;
  /** Undefined when no language model is configured: then the words decide. */
  judge: Judge | undefined;
  answerer: Answerer | undefined;
}>;

export type Models = Minds &
  Readonly<{
    embedder: Embedder;
    wordVectors: WordVectors;
    /** Whether the vectors of the store are those of the package, on which the chances of recall were fitted. */
    isBuiltInEmbedder: boolean;
    reranker: TimedReranker | undefined;
  }>;

/** Nothing of the model libraries is loaded unless a model is configured. */
export async function openModels(asked: Asked, meter: Meter): Promise<Models> {
  const embedder = await openEmbedding(asked, meter);
  const minds = await withOwn(asked, await openMinds(asked, meter));
  const reranker = await openReranker(asked);
  const isBuiltInEmbedder = asked.embedder === undefined;
  return { ...minds, embedder, wordVectors: wordVectorsNow, isBuiltInEmbedder, reranker };
}

async function openReranker({
  reranker,
  rerankSeconds,
}: Asked): Promise<TimedReranker | undefined> {
  if (reranker === undefined) return undefined;
  const { hostReranker } = await import("./host/judge-and-reranker.ts");
  return hostReranker(reranker, rerankSeconds);
}

async function openMinds(asked: Asked, meter: Meter): Promise<Minds> {
  const extractor = lateExtractor(asked.reading);
  const narrator = lateNarrator(asked.narration);
  if (asked.fast === undefined)
    return { extractor, narrator, judge: undefined, answerer: undefined };
  const { OUTSIDE } = await import("./language/line.ts");
  const { openLanguage } = await import("./language/ai-sdk.ts");
  const { languageExtractor, languageJudge } = await import("./language/extractor.ts");
  const { languageAnswerer } = await import("./language/answerer.ts");
  const { languageNarrator } = await import("./language/narrator.ts");
  const settings = {
    fast: asked.fast,
    ...(asked.deep === undefined ? {} : { deep: asked.deep }),
  };
  const language = await openLanguage(settings, { meter, outside: OUTSIDE });
  return withFallback(
    {
      extractor: languageExtractor(language, undefined, { task: asked.task, most: asked.reading }),
      narrator: languageNarrator(language, asked.narration),
      judge: languageJudge(language),
      answerer: languageAnswerer(language),
    },
    asked,
  );
}

/** What the program does itself comes before any model. */
async function withOwn(asked: Asked, minds: Minds): Promise<Minds> {
  const { functionSeconds: seconds, extractor, narrator, judge } = asked;
  if (extractor === undefined && narrator === undefined && judge === undefined) return minds;
  const { hostExtractor } = await import("./host/extractor.ts");
  const { hostNarrator } = await import("./host/narrator.ts");
  const { hostJudge } = await import("./host/judge-and-reranker.ts");
  const own = {
    ...(asked.extractor === undefined
      ? {}
      : { extractor: hostExtractor(asked.extractor, seconds) }),
    ...(asked.narrator === undefined
      ? {}
      : { narrator: hostNarrator(asked.narrator, minds.narrator, seconds) }),
    ...(asked.judge === undefined ? {} : { judge: hostJudge(asked.judge, seconds) }),
  };
  return withFallback({ ...minds, ...own }, asked);
}

async function withFallback(minds: Minds, { fallback, reading, narration }: Asked): Promise<Minds> {
  if (!fallback) return minds;
  const { extractorWithStandIn, narratorWithStandIn } = await import("./language/extractor.ts");
  return {
    ...minds,
    extractor: extractorWithStandIn(minds.extractor, lateExtractor(reading)),
    narrator: narratorWithStandIn(minds.narrator, lateNarrator(narration)),
  };
}

async function openEmbedding(asked: Asked, meter: Meter): Promise<Embedder> {
  const { embedder: choice, functionSeconds } = asked;
  if (choice === undefined) return builtinEmbedder();
  if (typeof choice === "object" && "embed" in choice) return hostEmbedder(choice, functionSeconds);
  const { OUTSIDE } = await import("./language/line.ts");
  const { openEmbedder } = await import("./embedding/ai-sdk.ts");
  return openEmbedder({ model: choice }, { meter, outside: OUTSIDE });
}

/** The built-in extractor and narrator, loaded when they are first needed: a program that only asks never is. */
function lateExtractor(most: FactsRead): Extractor {
  const loaded = lazy(async () => (await import("./builtin/extractor.ts")).builtinExtractor(most));
  return {
    name: "builtin",
    inline: true,
    extract: async (input) => (await loaded()).extract(input),
  };
}

function lateNarrator(limits: NarrationLimits): Narrator {
  const loaded = lazy(async () => (await import("./builtin/narrator.ts")).builtinNarrator(limits));
  return {
    name: "builtin",
    episode: async (messages) => (await loaded()).episode(messages),
    topics: async (input) => (await loaded()).topics(input),
    profile: async (input) => (await loaded()).profile(input),
    consolidate: async (input) => (await loaded()).consolidate(input),
    insights: async (input) => (await loaded()).insights(input),
  };
}

/**
 * An embedder that the host program brought. Whatever it throws or gives becomes a failure that is known to everything
 * here: words answer, and the vectors are made later.
 */
function hostEmbedder(given: Embedder, seconds: number): Embedder {
  const { model, inline } = given;
  return {
    model,
    inline,
    embed: async (texts, kind, payer) => {
      const vectors = await vectorsOf(() => given.embed(texts, kind, payer), {
        model: model.id,
        seconds,
      });
      if (Array.isArray(vectors) && vectors.length === texts.length && vectors.every(isVector))
        return vectors.map((vector) => Float32Array.from(vector));
      throw failure(`${model.id} gave no vector of ${model.dims} numbers for each text`, model.id);
    },
  };

  function isVector(vector: unknown): vector is ArrayLike<number> {
    const isList = Array.isArray(vector) || ArrayBuffer.isView(vector);
    if (!isList) return false;
    const numbers = [...(vector as unknown as Iterable<unknown>)];
    return numbers.length === model.dims && numbers.every((one) => Number.isFinite(one));
  }
}

type Calling = Readonly<{ model: string; seconds: number }>;

/** What it throws itself in our words is passed on. */
async function vectorsOf(
  embed: () => Promise<unknown>,
  { model, seconds }: Calling,
): Promise<unknown> {
  let thrown: unknown;
  const call = async () => {
    try {
      return await embed();
    } catch (caught) {
      thrown = caught;
      throw caught;
    }
  };
  const answered = await answerInTime({ call, seconds, answer: z.unknown() });
  if (answered.type === "ok") return answered.value;
  if (thrown instanceof MemoryError) throw thrown;
  throw failure(`${model} failed: ${answered.reason}`, model, thrown ?? answered.reason);
}

function failure(message: string, model: string, cause?: unknown): MemoryError {
  const details = { model, reason: cause === undefined ? "bad_output" : "thrown" };
  return new MemoryError("provider_unavailable", message, { cause, details });
}
