// The embedder that ships with the package: no key, no network, no native code, English only.
// A bag of words: it knows what a text is about, not who did what to whom.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Embedder } from "../../ports/embedder.ts";
import { embedText, type StaticModel } from "./embedder/pooling.ts";
import { parseTable } from "./embedder/table.ts";
import { parseVocabulary } from "./embedder/vocabulary.ts";

/** `revision` is the start of the weight file's SHA-256, so other weights are never taken for these. */
const MODEL = { id: "mneme-static-128", dims: 128, revision: "eae02445c52a" } as const;
const ASSETS = join("assets", "embedder");

let loaded: StaticModel | undefined;

/** Questions and documents share one set of weights, so the kind of text makes no difference. */
export function builtinEmbedder(): Embedder {
  return { model: MODEL, inline: true, embed: embedAll };
}

async function embedAll(texts: readonly string[]): Promise<readonly Float32Array[]> {
  loaded ??= load(assetsFolder(dirname(fileURLToPath(import.meta.url))));
  const model = loaded;
  return texts.map((text) => embedText(text, model));
}

function load(folder: string): StaticModel {
  const table = parseTable(readFileSync(join(folder, "model.bin")));
  const words = readFileSync(join(folder, "vocab.txt"), "utf8");
  return { table, vocabulary: parseVocabulary(words, table.pieceCount) };
}

/** Sources and build lie at different depths below the package root, where the assets are. */
function assetsFolder(from: string): string {
  const folder = join(from, ASSETS);
  if (existsSync(join(folder, "model.bin"))) return folder;
  const parent = dirname(from);
  if (parent === from) throw new Error(`The package is incomplete: ${ASSETS} is missing.`);
  return assetsFolder(parent);
}
