// An export: the files of one format, made from what a tenant has while they are read.

import { MemoryError } from "../errors.ts";
import type { ExportFormat } from "../model/transfer-format.ts";
import type { TransferDeps } from "./deps.ts";
import { toCsv } from "./to/csv.ts";
import type { Exporter, ExportFile } from "./to/export-file.ts";
import { filesInBlocks } from "./to/in-blocks.ts";
import { toMarkdown } from "./to/markdown.ts";
import { toOwn } from "./to/own.ts";
import { toPrivacy } from "./to/privacy.ts";
import { toVault } from "./to/vault.ts";

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
