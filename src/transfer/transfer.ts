// Moving memory in and out, as the engine offers it.

import type { ImportRun } from "../ports/transfer-store.ts";
import type { TransferDeps } from "./deps.ts";
import type { ImportReport } from "./report.ts";
import { type ExportRequest, runExport } from "./run-export.ts";
import { type ImportInput, runImport } from "./run-import.ts";
import { tenantHash } from "./state-hash.ts";
import type { ExportFile } from "./to/export-file.ts";
import { zipOf } from "./to/zip-of.ts";
import { type UndoInput, type Undone, undoImport } from "./undo-import.ts";

export interface Transfer {
  /** Takes in what a file, a folder or a stream holds. Run again it adds nothing; cut short, it goes on. */
  import(input: ImportInput): Promise<ImportReport>;
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
    import: (input) => runImport(input, deps),
    undo: (input) => undoImport(input, deps),
    imports: (tenant) => deps.store.transfer.runs(tenant, MAX_LISTED),
    export: (request) => runExport(request, deps),
    exportZip: (request) => zipOf(runExport(request, deps)),
    hash: (tenant) => tenantHash(deps.store, tenant),
  };
}
