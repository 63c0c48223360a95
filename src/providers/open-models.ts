// Chooses who extracts, who narrates and who embeds: the built-in ones, or the models that were configured.

import type { Embedder } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Judge } from "../ports/judge.ts";
import type { Language } from "../ports/language.ts";
import type { Meter } from "../ports/meter.ts";
import type { Narrator } from "../ports/narrator.ts";
import { builtinEmbedder } from "./builtin/embedder.ts";
import type { EmbeddingChoice, LanguageChoice } from "./language/model-source.ts";
import { lateExtractor, lateNarrator } from "./late-builtin.ts";

export type ModelChoices = Readonly<{
  fast?: LanguageChoice | undefined;
  deep?: LanguageChoice | undefined;
  embedder?: EmbeddingChoice | Embedder | undefined;
  /** Whether the built-in ones stand in when a configured model fails. */
  fallback: boolean;
}>;

export type Models = Readonly<{
  extractor: Extractor;
  narrator: Narrator;
  embedder: Embedder;
  /** Undefined when no language model is configured: then the words decide. */
  judge: Judge | undefined;
  language: Language | undefined;
}>;

/** Nothing of the model libraries is loaded unless a model is configured. */
export async function openModels(choices: ModelChoices, meter: Meter): Promise<Models> {
  const embedder = await openEmbedding(choices.embedder, meter);
  const extractor = lateExtractor();
  const narrator = lateNarrator();
  if (choices.fast === undefined)
    return { extractor, narrator, embedder, judge: undefined, language: undefined };
  const { OUTSIDE } = await import("./language/line.ts");
  const { openLanguage } = await import("./language/ai-sdk.ts");
  const { languageExtractor } = await import("./language/extractor.ts");
  const { languageNarrator } = await import("./language/narrator.ts");
  const { languageJudge } = await import("./language/judge.ts");
  const settings = {
    fast: choices.fast,
    ...(choices.deep === undefined ? {} : { deep: choices.deep }),
  };
  const language = await openLanguage(settings, { meter, outside: OUTSIDE });
  const asked = { extractor: languageExtractor(language), narrator: languageNarrator(language) };
  const judge = languageJudge(language);
  if (!choices.fallback) return { ...asked, embedder, judge, language };
  const { extractorWithStandIn, narratorWithStandIn } = await import("./language/fallback.ts");
  return {
    extractor: extractorWithStandIn(asked.extractor, extractor),
    narrator: narratorWithStandIn(asked.narrator, narrator),
    embedder,
    judge,
    language,
  };
}

async function openEmbedding(choice: ModelChoices["embedder"], meter: Meter): Promise<Embedder> {
  if (choice === undefined) return builtinEmbedder();
  if (typeof choice === "object" && "embed" in choice) return choice;
  const { OUTSIDE } = await import("./language/line.ts");
  const { openEmbedder } = await import("./embedding/ai-sdk.ts");
  return openEmbedder({ model: choice }, { meter, outside: OUTSIDE });
}
