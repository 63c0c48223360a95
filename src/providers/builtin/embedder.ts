// The embedder that ships with the package: no key, no network, no native code, English and fourteen other languages.
// A bag of words: it knows what a text is about, not who did what to whom.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lazy } from "../../model/lazy.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { assetFolder } from "./asset.ts";
import { parseForeignTable } from "./embedder/foreign-table.ts";
import { foreignRows } from "./embedder/foreign-text.ts";
import { parseLeanings } from "./embedder/leaning.ts";
import { embedText, type StaticModel } from "./embedder/pooling.ts";
import { parseTable } from "./embedder/table.ts";
import { parseVocabulary } from "./embedder/vocabulary.ts";

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
