// Import and export through every surface, as text. What is too large for one message goes as streams.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { EXPORT_FORMATS, FORMATS } from "../../model/transfer-format.ts";
import type { ExportRequest } from "../../transfer/run-export.ts";
import type { Transfer } from "../../transfer/transfer.ts";
import { Id } from "../inputs.ts";
import { operation } from "../operation.ts";

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
      held: Count.describe("Held for review."),
      dropped: Count,
      restored: Count.describe("Put back as they were, from our own export."),
      known: Count.describe("Taken in before."),
      erased: Count.describe("Of someone or something that was erased."),
      ignored: Count,
      failed: Count.describe("Kept, and to be read again."),
      leftOut: Count.describe("Nothing to remember in it, or not for this tenant."),
      vectors: Count.describe("Taken over from the old system."),
      odd: Count.describe("Fields that could not be read, of records that came all the same."),
      bad: Count.describe("Could not be read."),
    }),
    tenants: z
      .array(z.object({ tenant: z.string(), records: Count }))
      .readonly()
      .exactOptional()
      .describe("Where it went, when not all of it went to the one tenant that was named."),
    reasons: z.record(z.string(), Count).describe("Why things were not stored, and how often."),
    problems: z
      .array(z.object({ where: z.string(), reason: z.string() }))
      .describe("The first records that could not be read, or were kept out of use."),
  })
  .meta({ id: "ImportReport" });

const Person = z.strictObject({ id: Id, name: Id });

const ImportInput = z.strictObject({
  tenant: Id,
  data: z.string().describe("The file itself."),
  encoding: z.enum(["utf8", "base64"]).default("utf8"),
  format: z.enum(FORMATS).optional().describe("Told from the file when absent."),
  person: Person.default({ id: "user", name: "User" }).describe("Who the nameless `user` is."),
  channel: Id.default("imported").describe("For messages that stand in none."),
  branches: z.boolean().default(false).describe("Also branches of a talk that were left."),
  guild: Id.optional().describe(
    "The guild whose rows are this tenant's, when it is not called as the tenant is; `*` for every guild.",
  ),
  vectors: z.string().optional().describe("The model of the source's vectors, if it names none."),
  scope: Id.default("shared"),
  user: Id.optional().describe("The owner, when the scope is `user`."),
  actor: Id.optional(),
  dryRun: z.boolean().default(false).describe("Report what would happen, on a copy."),
});
export interface ImportInput extends z.input<typeof ImportInput> {}

export const importOperation = operation({
  name: "import",
  summary: "Take in what another program remembers or has recorded; run again, it adds nothing.",
  access: "operate",
  http: { method: "POST", path: "/v1/imports" },
  isFile: true,
  input: ImportInput,
  output: ImportReportOutput,
  run: (given, { transfer }) => {
    const { tenant, data, encoding, person, channel, branches, format, user, guild } = given;
    const guilds = guild === undefined ? undefined : new Map([[guild, tenant]]);
    return transfer.import(
      omitUndefined({
        ...{ tenant, format, user, scope: given.scope, dryRun: given.dryRun },
        from: { bytes: bytesOf(data, encoding) },
        options: omitUndefined({
          ...{ tenant, person, channel, branches, guilds },
          vectorsOf: given.vectors,
        }),
      }),
    );
  },
});

async function* bytesOf(data: string, encoding: "utf8" | "base64"): AsyncGenerator<Uint8Array> {
  yield Buffer.from(data, encoding);
}

const ImportsInput = z.strictObject({ tenant: Id, actor: Id.optional() });
export interface ImportsInput extends z.input<typeof ImportsInput> {}

export const importsOperation = operation({
  name: "imports",
  summary: "The imports there were, newest first.",
  access: "operate",
  http: { method: "GET", path: "/v1/imports" },
  input: ImportsInput,
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

const ImportUndoInput = z.strictObject({
  tenant: Id,
  id: Id,
  actor: Id.optional(),
  dryRun: z.boolean().default(false),
  confirm: z.boolean().default(false).describe("Needed when much would go at once."),
});
export interface ImportUndoInput extends z.input<typeof ImportUndoInput> {}

export const importUndoOperation = operation({
  name: "importUndo",
  summary: "Take an import back: exactly what it added, or first what that would be.",
  access: "operate",
  http: { method: "POST", path: "/v1/imports/{id}/undo" },
  input: ImportUndoInput,
  output: z
    .object({
      importId: z.string(),
      messages: Count,
      memories: Count,
      reviews: Count,
      reverted: Count,
      records: Count.describe(
        "Everything it brought in; none where an earlier import had brought all of it.",
      ),
      share: z.number(),
      needsConfirmation: z.boolean(),
    })
    .meta({ id: "ImportUndone" }),
  run: ({ tenant, id, actor = "host", dryRun, confirm }, { transfer }) =>
    transfer.undo({ tenant, importId: id, actor, dryRun, confirm }),
});

const ExportInput = z.strictObject({
  tenant: Id,
  format: z.enum(EXPORT_FORMATS).default("jsonl"),
  subject: Id.optional().describe("Whose, for the format `privacy`."),
  actor: Id.optional(),
});
export interface ExportInput extends z.input<typeof ExportInput> {}

export const exportOperation = operation({
  name: "export",
  summary: "Everything a tenant has, or all that is kept of one person, as files.",
  access: "operate",
  http: { method: "POST", path: "/v1/export" },
  input: ExportInput,
  output: z.object({
    format: z.enum(EXPORT_FORMATS),
    files: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  run: async ({ tenant, format, subject }, { transfer }) => ({
    format,
    files: await filesOf(omitUndefined({ tenant, format, subject }), transfer),
  }),
});

export type ExportedText = Readonly<{
  format: ExportRequest["format"];
  files: { name: string; text: string }[];
}>;

async function filesOf(request: ExportRequest, transfer: Transfer): Promise<ExportedText["files"]> {
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
