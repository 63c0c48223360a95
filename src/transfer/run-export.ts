// An export: the files of one format, made from what a tenant has while they are read.

import { MemoryError } from "../errors.ts";
import type { ExportFormat } from "../model/transfer-format.ts";
import { vaultLine } from "../model/vault-line.ts";
import type { TransferDeps } from "./deps.ts";
import { pagesOf } from "./pages-of.ts";
import { toCsv } from "./to/csv.ts";
import type { Exporter, ExportFile } from "./to/export-file.ts";
import { toMarkdown } from "./to/markdown.ts";
import { toOwn } from "./to/own.ts";
import { toPrivacy } from "./to/privacy.ts";

const EXPORTERS: Readonly<Record<ExportFormat, Exporter>> = {
  jsonl: toOwn,
  vault: toVault,
  markdown: toMarkdown,
  csv: toCsv,
  privacy: toPrivacy,
};

export type ExportRequest = Readonly<{
  tenant: string;
  format: ExportFormat;
  /** Whose, for a privacy bundle. */
  subject?: string;
}>;

export function runExport(
  { tenant, format, subject }: ExportRequest,
  deps: TransferDeps,
): AsyncIterable<ExportFile> {
  if ((format === "privacy") !== (subject !== undefined))
    throw new MemoryError("invalid_input", "A privacy bundle, and nothing else, needs a subject.");
  const input = { tenant, ...(subject === undefined ? {} : { subject }) };
  return filesInBlocks(EXPORTERS[format](input, deps));
}

// Lines joined into blocks: to pack or write each by itself takes longer than to make it.

const BLOCK_CHARACTERS = 65_536;

async function* filesInBlocks(files: AsyncIterable<ExportFile>): AsyncGenerator<ExportFile> {
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

// The vault: every version of every memory, one JSON record a line, as `vault.jsonl` holds them.

async function* toVault({ tenant }: Parameters<Exporter>[0], deps: Parameters<Exporter>[1]) {
  yield { name: "vault.jsonl", chunks: lines(tenant, deps) };
}

async function* lines(tenant: string, { store }: Parameters<Exporter>[1]): AsyncGenerator<string> {
  for await (const record of pagesOf(store, tenant, "version")) {
    if (record.type !== "version") continue;
    const { memory, change } = record;
    const set = { tenant, at: change.at, actor: change.actor, cause: change.cause, changes: [] };
    yield `${vaultLine(memory, { set, event: change.event, reason: change.reason })}\n`;
  }
}
