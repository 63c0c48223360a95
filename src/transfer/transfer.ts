// Moving memory in and out, as the engine offers it. Readers and writers of formats are loaded when they are asked for:
// most programs never do.

import type { ImportRun } from "../ports/transfer-store.ts";
import type { TransferDeps } from "./deps.ts";
import type { DocumentsInput, DocumentsReport } from "./documents/sync-documents.ts";
import type { WatchedDocuments, WatchInput } from "./documents/watch-documents.ts";
import type { ImportReport } from "./report.ts";
import type { ExportRequest } from "./run-export.ts";
import type { ImportInput } from "./run-import.ts";
import type { ExportFile } from "./to/export-file.ts";
import type { UndoInput, Undone } from "./undo-import.ts";

export interface Transfer {
  /** Takes in what a file, a folder or a stream holds. Run again it adds nothing; cut short, it goes on. */
  import(input: ImportInput): Promise<ImportReport>;
  /** Brings what is remembered of documents in line with what stands in them now. */
  documents(input: DocumentsInput): Promise<DocumentsReport>;
  watchDocuments(input: WatchInput): Promise<WatchedDocuments>;
  undo(input: UndoInput): Promise<Undone>;
  /** Newest first. */
  imports(tenant: string): Promise<readonly ImportRun[]>;
  /** The files of an export, each a stream of text. */
  export(request: ExportRequest): AsyncIterable<ExportFile>;
  /** The same as one archive. */
  exportZip(request: ExportRequest): AsyncIterable<Uint8Array>;
  /** One hash over all a tenant has: equal contents, equal hashes, on whatever database. */
  hash(tenant: string): Promise<string>;
}

const MAX_LISTED = 1_000;

export function createTransfer(deps: TransferDeps): Transfer {
  return {
    import: async (input) => (await import("./run-import.ts")).runImport(input, deps),
    documents: async (input) =>
      (await import("./documents/sync-documents.ts")).syncDocuments(input, deps),
    watchDocuments: async (input) =>
      (await import("./documents/watch-documents.ts")).watchDocuments(input, deps),
    undo: async (input) => (await import("./undo-import.ts")).undoImport(input, deps),
    imports: (tenant) => deps.store.transfer.runs(tenant, MAX_LISTED),
    export: (request) => exported(request, deps),
    exportZip: (request) => zipped(request, deps),
    hash: async (tenant) => (await import("./state-hash.ts")).tenantHash(deps.store, tenant),
  };
}

async function* exported(request: ExportRequest, deps: TransferDeps): AsyncGenerator<ExportFile> {
  const { runExport } = await import("./run-export.ts");
  yield* runExport(request, deps);
}

async function* zipped(request: ExportRequest, deps: TransferDeps): AsyncGenerator<Uint8Array> {
  const { zipOf } = await import("./to/zip-of.ts");
  yield* zipOf(exported(request, deps));
}
