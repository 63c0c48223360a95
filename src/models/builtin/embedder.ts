// The embedder that ships with the package: no key, no network, no native code, English and fourteen other languages.
// A bag of words: it knows what a text is about, not who did what to whom.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assetFolder } from "../../language/word-lists.ts";
import { lazy } from "../../model/lazy.ts";
import { memoize } from "../../model/memoize.ts";
import type { Embedder, WordVector } from "../../ports/embedder.ts";
import { parseForeignTable } from "./embedder/foreign-table.ts";
import { foreignRows } from "./embedder/foreign-text.ts";
import { hasOtherScript } from "./embedder/foreign-words.ts";
import { parseLeanings } from "./embedder/leaning.ts";
import { embedText, latinOf, type StaticModel } from "./embedder/pooling.ts";
import { parseTable } from "./embedder/table.ts";
import { parseVocabulary } from "./embedder/vocabulary.ts";
import { wordVectorsOf } from "./embedder/word-vectors.ts";

/** `revision` is the start of the weight files' SHA-256, so other weights are never taken for these. */
const MODEL = { id: "mneme-static-128", dims: 128, revision: "eae02445c52a-ee8e8df2e433" } as const;

let loaded: StaticModel | undefined;

/** Questions and documents share one set of weights, so the kind of text makes no difference. */
export function builtinEmbedder(): Embedder {
  return { model: MODEL, inline: true, embed: embedAll };
}

async function embedAll(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return texts.map(embedNow);
}

/** The same at once, for readers of text in this process. */
export function embedNow(text: string): Float32Array {
  loaded ??= load(assetFolder("embedder"));
  return embedText(text, loaded);
}

/** Whether a text reads as English, as far as a few words tell. */
export function isEnglishNow(text: string): boolean {
  loaded ??= load(assetFolder("embedder"));
  return !hasOtherScript(text) && latinOf(text, loaded) === "english";
}

/** The words of a text one by one. Some two thousand lines are kept, since every question asks for those that it finds. */
export const wordVectorsNow = memoize(
  (text): readonly WordVector[] => {
    loaded ??= load(assetFolder("embedder"));
    return wordVectorsOf(text, loaded);
  },
  { characters: 200_000, longest: 2_000 },
);

function load(folder: string): StaticModel {
  const read = (name: string) => readFileSync(join(folder, name));
  const table = parseTable(read("model.bin"));
  const leanings = parseLeanings(read("leaning.txt").toString("utf8"));
  const vocabulary = parseVocabulary(
    read("vocab.txt").toString("utf8"),
    table.pieceCount,
    leanings,
  );
  const foreign = lazy(() => foreignRows(parseForeignTable(read("foreign.bin"))));
  return { table, vocabulary, foreign };
}
