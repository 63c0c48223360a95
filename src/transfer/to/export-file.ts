// What an exporter gives: files with their names, each as a stream of text.

import type { TransferDeps } from "../deps.ts";

export type ExportFile = Readonly<{ name: string; chunks: AsyncIterable<string> }>;

export type ExportInput = Readonly<{ tenant: string; subject?: string }>;

export type Exporter = (
  input: ExportInput,
  deps: Pick<TransferDeps, "store" | "now" | "embedder">,
) => AsyncIterable<ExportFile>;

export function textFile(name: string, text: string): ExportFile {
  return { name, chunks: once(text) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
