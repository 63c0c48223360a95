// Chooses who extracts, who narrates and who embeds: the built-in ones, or the models that were configured.

import { MemoryError } from "../errors.ts";
import { lazy } from "../model/lazy.ts";
import type { Embedder, WordVectors } from "../ports/embedder.ts";
import type { Extractor, FactsRead } from "../ports/extractor.ts";
import type { Judge, Language, Meter } from "../ports/language.ts";
import type { NarrationLimits, Narrator } from "../ports/narrator.ts";
import { builtinEmbedder, wordVectorsNow } from "./builtin/embedder.ts";
import type { EmbeddingChoice, LanguageChoice } from "./language/model-source.ts";

export type ModelChoices = Readonly<{
  fast?: LanguageChoice | undefined;
  deep?: LanguageChoice | undefined;
  embedder?: EmbeddingChoice | Embedder | undefined;
  /** Whether the built-in ones stand in when a configured model fails. */
  fallback: boolean;
  narration: NarrationLimits;
  reading: FactsRead;
}>;

type Models = Readonly<{
  extractor: Extractor;
  narrator: Narrator;
  embedder: Embedder;
  wordVectors: WordVectors;
  /** Whether the vectors of the store are those of the package, on which the chances of recall were fitted. */
  isBuiltInEmbedder: boolean;
  /** Undefined when no language model is configured: then the words decide. */
  judge: Judge | undefined;
  language: Language | undefined;
}>;

/** Nothing of the model libraries is loaded unless a model is configured. */
export async function openModels(choices: ModelChoices, meter: Meter): Promise<Models> {
  const embedder = await openEmbedding(choices.embedder, meter);
  const isBuiltInEmbedder = choices.embedder === undefined;
  const readers = { embedder, wordVectors: wordVectorsNow, isBuiltInEmbedder };
  const extractor = lateExtractor(choices.reading);
  const narrator = lateNarrator(choices.narration);
  if (choices.fast === undefined)
    return { extractor, narrator, ...readers, judge: undefined, language: undefined };
  const { OUTSIDE } = await import("./language/line.ts");
  const { openLanguage } = await import("./language/ai-sdk.ts");
  const { languageExtractor, languageJudge } = await import("./language/extractor.ts");
  const { languageNarrator } = await import("./language/narrator.ts");
  const settings = {
    fast: choices.fast,
    ...(choices.deep === undefined ? {} : { deep: choices.deep }),
  };
  const language = await openLanguage(settings, { meter, outside: OUTSIDE });
  const asked = {
    extractor: languageExtractor(language, undefined, choices.reading),
    narrator: languageNarrator(language, choices.narration),
  };
  const judge = languageJudge(language);
  if (!choices.fallback) return { ...asked, ...readers, judge, language };
  const { extractorWithStandIn, narratorWithStandIn } = await import("./language/extractor.ts");
  return {
    extractor: extractorWithStandIn(asked.extractor, extractor),
    narrator: narratorWithStandIn(asked.narrator, narrator),
    ...readers,
    judge,
    language,
  };
}

async function openEmbedding(choice: ModelChoices["embedder"], meter: Meter): Promise<Embedder> {
  if (choice === undefined) return builtinEmbedder();
  if (typeof choice === "object" && "embed" in choice) return hostEmbedder(choice);
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
function hostEmbedder(given: Embedder): Embedder {
  const { model, inline } = given;
  return {
    model,
    inline,
    embed: async (texts, kind, payer) => {
      const vectors = await vectorsOf(() => given.embed(texts, kind, payer), model.id);
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

async function vectorsOf(embed: () => Promise<unknown>, model: string): Promise<unknown> {
  try {
    return await embed();
  } catch (thrown) {
    if (thrown instanceof MemoryError) throw thrown;
    throw failure(
      `${model} failed: ${thrown instanceof Error ? thrown.message : "no error"}`,
      model,
      thrown,
    );
  }
}

function failure(message: string, model: string, cause?: unknown): MemoryError {
  const details = { model, reason: cause === undefined ? "bad_output" : "thrown" };
  return new MemoryError("provider_unavailable", message, { cause, details });
}
