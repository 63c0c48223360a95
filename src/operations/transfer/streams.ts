// Imports and exports as streams, for programs that move more than fits into one message: checked as operations check
// their input, and with the same entries in the audit trail.

import { z } from "zod";
import type { MemoryError } from "../../errors.ts";
import { EXPORT_FORMATS, FORMATS } from "../../model/transfer-format.ts";
import type { DocumentsInput, DocumentsReport } from "../../transfer/documents/sync-documents.ts";
import type { WatchedDocuments } from "../../transfer/documents/watch-documents.ts";
import type { ImportOptions } from "../../transfer/record.ts";
import type { ImportReport } from "../../transfer/report.ts";
import type { ExportRequest } from "../../transfer/run-export.ts";
import type { ImportInput } from "../../transfer/run-import.ts";
import type { ExportFile } from "../../transfer/to/export-file.ts";
import type { Undone } from "../../transfer/undo-import.ts";
import { auditCall } from "../admin/audit.ts";
import type { EngineContext } from "../engine-context.ts";
import { Id, OfTenant, parseInput } from "../inputs.ts";

export interface TransferStreams {
  /** Takes in what a file, a folder or a stream holds. Run again it adds nothing; cut short, it goes on. */
  import(input: ImportRequest): Promise<ImportReport>;
  /** Brings what is remembered of a file or folder of documents in line with what stands in it now. */
  documents(input: DocumentsRequest): Promise<DocumentsReport>;
  /** The same now and whenever something changes below it, until it is closed. */
  watchDocuments(input: WatchRequest): Promise<WatchedDocuments>;
  /** Takes an import back: exactly what it added. */
  undo(input: UndoRequest): Promise<Undone>;
  /** The files of an export, each a stream of text. */
  export(input: ExportRequest): AsyncIterable<ExportFile>;
  /** The same as one archive. */
  exportZip(input: ExportRequest): AsyncIterable<Uint8Array>;
  /** One hash over all a tenant has: equal contents, equal hashes, on whatever database. */
  hash(input: Readonly<{ tenant: string }>): Promise<string>;
}

export interface ImportRequest extends Omit<ImportInput, "scope" | "options" | "dryRun"> {
  /** `shared` when absent. */
  readonly scope?: string;
  readonly options?: Partial<ImportOptions>;
  readonly dryRun?: boolean;
}

export interface DocumentsRequest extends Omit<DocumentsInput, "scope" | "dryRun"> {
  /** `shared` when absent. */
  readonly scope?: string;
  readonly dryRun?: boolean;
}

export interface WatchRequest extends DocumentsRequest {
  /** Told after each round that read something. */
  readonly onReport: (report: DocumentsReport) => void;
  /** Told of a round that failed; the next one tries again. */
  readonly onError?: (error: MemoryError) => void;
}

export type UndoRequest = Readonly<{
  tenant: string;
  /** The id that the report of the import gave. */
  id: string;
  actor?: string;
  /** Also in the other tenants that the import went to; for who runs the engine. */
  everyTenant?: boolean;
  /** Only says what would go. */
  dryRun?: boolean;
  /** Needed when much would go at once. */
  confirm?: boolean;
}>;

const Callback = z.custom<() => void>((given) => typeof given === "function", "must be a function");
// Only what decides where it goes; what a source may be is for its reader to say.
const Importing = z.looseObject({
  tenant: Id,
  from: z.looseObject({}),
  format: z.enum(FORMATS).optional(),
  scope: Id.default("shared"),
  user: Id.optional(),
  options: z
    .looseObject({
      tenant: Id.optional(),
      person: z.strictObject({ id: Id, name: Id }).default({ id: "user", name: "User" }),
      channel: Id.default("imported"),
      branches: z.boolean().default(false),
      guilds: z.map(Id, Id).optional(),
      vectorsOf: z.string().optional(),
    })
    .prefault({}),
  dryRun: z.boolean().default(false),
  everyTenant: z.boolean().optional(),
  onProgress: Callback.optional(),
});
const Documents = z.looseObject({
  tenant: Id,
  path: z.string().min(1),
  name: Id.optional(),
  scope: Id.default("shared"),
  user: Id.optional(),
  dryRun: z.boolean().default(false),
  onProgress: Callback.optional(),
});
const Watching = Documents.extend({ onReport: Callback, onError: Callback.optional() });
const Undoing = z.strictObject({
  tenant: Id,
  id: Id,
  actor: Id.default("host"),
  everyTenant: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  confirm: z.boolean().default(false),
});
const Exporting = z.strictObject({
  tenant: Id,
  format: z.enum(EXPORT_FORMATS),
  subject: Id.optional(),
});

export function transferStreams(context: EngineContext): TransferStreams {
  const { transfer } = context;
  const audit = async (name: string, input: object) => {
    await context.uses.settled();
    await auditCall({ name, access: "operate" }, input, context);
  };
  return {
    import: async (input) => {
      const { scope, options, dryRun } = parseInput(Importing, input);
      const { tenant } = input;
      await audit("import", { tenant, dryRun });
      const full = { tenant, ...options } as ImportOptions;
      return transfer.import({ ...input, scope, dryRun, options: full });
    },
    documents: async (input) => {
      const { scope, dryRun } = parseInput(Documents, input);
      await audit("import", { tenant: input.tenant, dryRun });
      return transfer.documents({ ...input, scope, dryRun });
    },
    watchDocuments: async (input) => {
      const { scope, dryRun } = parseInput(Watching, input);
      await audit("import", { tenant: input.tenant, dryRun });
      return transfer.watchDocuments({ ...input, scope, dryRun });
    },
    undo: async (input) => {
      const { id, ...undoing } = parseInput(Undoing, input);
      await audit("importUndo", { ...undoing, id });
      return transfer.undo({ ...undoing, importId: id });
    },
    export: async function* (input) {
      parseInput(Exporting, input);
      await audit("export", input);
      yield* transfer.export(input);
    },
    exportZip: async function* (input) {
      parseInput(Exporting, input);
      await audit("export", input);
      yield* transfer.exportZip(input);
    },
    hash: async (input) => transfer.hash(parseInput(OfTenant, input).tenant),
  };
}
