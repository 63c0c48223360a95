// Lines joined into blocks: to pack or write each by itself takes longer than to make it.

import type { ExportFile } from "./export-file.ts";

const BLOCK_CHARACTERS = 65_536;

export async function* filesInBlocks(files: AsyncIterable<ExportFile>): AsyncGenerator<ExportFile> {
  for await (const { name, chunks } of files) yield { name, chunks: inBlocks(chunks) };
}

async function* inBlocks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let block: string[] = [];
  let characters = 0;
  for await (const chunk of chunks) {
    block.push(chunk);
    characters += chunk.length;
    if (characters < BLOCK_CHARACTERS) continue;
    yield block.join("");
    block = [];
    characters = 0;
  }
  yield block.join("");
}
