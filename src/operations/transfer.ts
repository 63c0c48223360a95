// Memory in and out through every surface. What is too large for one message goes by the library or the command line,
// which stream.

import { z } from "zod";
import { MemoryError } from "../errors.ts";
import { present } from "../model/present.ts";
import { EXPORT_FORMATS, FORMATS } from "../model/transfer-format.ts";
import type { ExportRequest } from "../transfer/run-export.ts";
import type { Transfer } from "../transfer/transfer.ts";
import { auditCall } from "./audit.ts";
import type { EngineContext } from "./context.ts";
import { Id } from "./inputs.ts";
import { operation } from "./operation.ts";

const Count = z.int().min(0);
const MAX_CHARACTERS = 32 * 1024 ** 2;

const ImportReportOutput = z
  .object({
    importId: z.string().exactOptional().describe("Names the import, to undo it."),
    format: z.string(),
    state: z.enum(["done", "stopped"]),
    counts: z.object({
      read: Count,
      messages: Count.describe("Kept."),
      stored: Count,
      merged: Count,
      held: Count.describe("Waiting for a person."),
      dropped: Count,
      restored: Count.describe("Put back as they were, from our own export."),
      known: Count.describe("Taken in before."),
      erased: Count.describe("Of someone or something that was erased."),
      ignored: Count,
      failed: Count.describe("Kept, and to be read again."),
      leftOut: Count.describe("Nothing to remember in it."),
      bad: Count.describe("Could not be read."),
    }),
    reasons: z.record(z.string(), Count).describe("Why things were not stored, and how often."),
    problems: z
      .array(z.object({ where: z.string(), reason: z.string() }))
      .describe("The first records that could not be read."),
  })
  .meta({ id: "ImportReport" });

const Person = z.strictObject({ id: Id, name: Id });

export const importOperation = operation({
  name: "import",
  summary: "Take in what another program remembers or has recorded; run again, it adds nothing.",
  access: "operate",
  http: { method: "POST", path: "/v1/imports" },
  isFile: true,
  input: z.strictObject({
    tenant: Id,
    data: z.string().describe("The file itself."),
    encoding: z.enum(["utf8", "base64"]).default("utf8"),
    format: z.enum(FORMATS).optional().describe("Told from the file when absent."),
    person: Person.default({ id: "user", name: "User" }).describe("Who the nameless `user` is."),
    channel: Id.default("imported").describe("For messages that stand in none."),
    branches: z.boolean().default(false).describe("Also branches of a talk that were left."),
    scope: Id.default("shared"),
    user: Id.optional().describe("The owner, when the scope is `user`."),
    actor: Id.optional(),
    dryRun: z.boolean().default(false).describe("Report what would happen, on a copy."),
  }),
  output: ImportReportOutput,
  run: (given, { transfer }) => {
    const { tenant, data, encoding, person, channel, branches, format, user } = given;
    return transfer.import(
      present({
        ...{ tenant, format, user, scope: given.scope, dryRun: given.dryRun },
        from: { bytes: bytesOf(data, encoding) },
        options: { tenant, person, channel, branches },
      }),
    );
  },
});

async function* bytesOf(data: string, encoding: "utf8" | "base64"): AsyncGenerator<Uint8Array> {
  yield Buffer.from(data, encoding);
}

export const importsOperation = operation({
  name: "imports",
  summary: "The imports there were, newest first.",
  access: "operate",
  http: { method: "GET", path: "/v1/imports" },
  input: z.strictObject({ tenant: Id, actor: Id.optional() }),
  output: z.array(
    z
      .object({
        id: z.string(),
        format: z.string(),
        source: z.string(),
        state: z.enum(["running", "done", "undone"]),
        startedAt: z.string(),
        endedAt: z.string().exactOptional(),
      })
      .meta({ id: "Import" }),
  ),
  run: async ({ tenant }, { transfer }) => [...(await transfer.imports(tenant))],
});

export const importUndoOperation = operation({
  name: "importUndo",
  summary: "Take an import back: exactly what it added, or first what that would be.",
  access: "operate",
  http: { method: "POST", path: "/v1/imports/{id}/undo" },
  input: z.strictObject({
    tenant: Id,
    id: Id,
    actor: Id.optional(),
    dryRun: z.boolean().default(false),
    confirm: z.boolean().default(false).describe("Needed when much would go at once."),
  }),
  output: z
    .object({
      importId: z.string(),
      messages: Count,
      memories: Count,
      reviews: Count,
      reverted: Count,
      share: z.number(),
      needsConfirmation: z.boolean(),
    })
    .meta({ id: "ImportUndone" }),
  run: ({ tenant, id, actor = "host", dryRun, confirm }, { transfer }) =>
    transfer.undo({ tenant, importId: id, actor, dryRun, confirm }),
});

export const exportOperation = operation({
  name: "export",
  summary: "Everything a tenant has, or all that is kept of one person, as files.",
  access: "operate",
  http: { method: "POST", path: "/v1/export" },
  input: z.strictObject({
    tenant: Id,
    format: z.enum(EXPORT_FORMATS).default("jsonl"),
    subject: Id.optional().describe("Whose, for the format `privacy`."),
    actor: Id.optional(),
  }),
  output: z.object({
    format: z.enum(EXPORT_FORMATS),
    files: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  run: async ({ tenant, format, subject }, { transfer }) => ({
    format,
    files: await filesOf(present({ tenant, format, subject }), transfer),
  }),
});

async function filesOf(request: ExportRequest, transfer: Transfer) {
  const files: { name: string; text: string }[] = [];
  let characters = 0;
  for await (const { name, chunks } of transfer.export(request)) {
    const parts: string[] = [];
    for await (const chunk of chunks) {
      characters += chunk.length;
      if (characters > MAX_CHARACTERS)
        throw new MemoryError("too_large", "Too much for one answer; use `mneme export`.");
      parts.push(chunk);
    }
    files.push({ name, text: parts.join("") });
  }
  return files;
}

/** For programs that stream: the same acts, with the same entries in the audit trail. */
export function auditedTransfer(context: EngineContext): Transfer {
  const { transfer } = context;
  const audit = async (name: string, input: object) => {
    await context.uses.settled();
    await auditCall({ name, access: "operate" }, input, context);
  };
  return {
    ...transfer,
    import: async (input) => {
      await audit("import", { tenant: input.tenant, dryRun: input.dryRun });
      return transfer.import(input);
    },
    undo: async ({ importId: id, ...input }) => {
      await audit("importUndo", { ...input, id });
      return transfer.undo({ ...input, importId: id });
    },
    export: async function* (request) {
      await audit("export", request);
      yield* transfer.export(request);
    },
    exportZip: async function* (request) {
      await audit("export", request);
      yield* transfer.exportZip(request);
    },
  };
}
