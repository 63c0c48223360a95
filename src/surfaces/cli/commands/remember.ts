// The commands that bring memory in and out: remember, ingest, import, export.

import { createReadStream, createWriteStream, existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { KINDS, type Kind } from "../../../model/kinds.ts";
import type { MetadataValue } from "../../../model/metadata.ts";
import type { Receipt } from "../../../model/receipt.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  FORMATS,
  type Format,
} from "../../../model/transfer-format.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { counted, receiptLines } from "../lines.ts";
import { idOr } from "../newest.ts";
import { note, oneLine } from "../print.ts";
import { type Progress, startProgress } from "../progress.ts";
import {
  jsonObject,
  lookingAs,
  report,
  type Session,
  scoped,
  stored,
  withMemory,
} from "../session.ts";
import { importDocuments, isOfDocuments } from "./documents.ts";

type RememberOptions = Session & {
  kind: Kind;
  evidence?: string[];
  subject?: string;
  category?: string;
  tag?: string[];
  metadata?: Record<string, MetadataValue>;
};

export function addRemember(program: Command): void {
  const command = scoped(program.command("add").alias("remember"))
    .description("Remember one thing.")
    .argument("<text>", "what to remember")
    .addOption(new Option("--kind <kind>", "what kind of memory").choices(KINDS).default("log"))
    .option("--subject <id>", "whom or what it is about")
    .option("--category <name>", "which category it belongs to")
    .option("--tag <tag...>", "tags")
    .option("--evidence <text...>", "what it rests on; a rule needs some")
    .option("--metadata <json>", "free-form fields to find it by", jsonObject)
    .action((text: string, options: RememberOptions) =>
      withMemory(options, async (memory) => {
        const { kind, evidence = [], subject, category, tag: tags, metadata } = options;
        const said = { kind, text, evidence, subject, category, tags, metadata };
        const receipt = await memory.remember({ ...lookingAs(options), ...said });
        report(options, receipt, () => receiptLines(receipt));
      }),
    );
  withExamples(command, [
    'mneme add "The office is closed on Fridays"',
    'mneme add "Ana plays the cello" --kind fact --subject ana --tag music',
    `mneme add "The crane was painted" --metadata '{"team":"harbour","cost":90}'`,
    'mneme add "Answer in French" --kind rule --evidence "She asked for it twice"',
  ]);
}

// `mneme ingest`: listens to messages, one JSON object a line.

type Message = Parameters<MemoryEngine["ingest"]>[0];

export function addIngest(program: Command): void {
  const command = scoped(program.command("ingest"))
    .description("Listen to messages, one JSON object a line, from a file or standard input.")
    .addArgument(new Argument("[file]", "`-` for standard input").default("-"))
    .action((file: string, options: Session) =>
      withMemory(options, (memory) => listenTo(file, options, memory)),
    );
  withExamples(command, [
    "mneme ingest chat.jsonl",
    `echo '{"channel":"general","author":{"id":"u1","name":"Ana"},"text":"I moved to Lisbon"}' | mneme ingest`,
  ]);
}

async function listenTo(file: string, options: Session, memory: MemoryEngine): Promise<void> {
  const progress = await startProgress(options, { label: "Messages heard" });
  try {
    const receipts = await memory.ingestMany(messagesIn(file, options.tenant, progress));
    await memory.drain();
    const counts = tally(receipts);
    progress.end();
    report(options, counts, () => Object.entries(counts).map(([name, n]) => `${name}: ${n}`));
  } finally {
    progress.end();
  }
}

const PARTS = ["stored", "merged", "held", "dropped"] as const;

function tally(receipts: readonly Receipt[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { messages: receipts.length };
  for (const part of PARTS)
    counts[part] = receipts.reduce((sum, receipt) => sum + receipt[part].length, 0);
  counts["failed"] = receipts.filter(({ status }) => status === "failed").length;
  return counts;
}

async function* messagesIn(
  file: string,
  tenant: string,
  progress: Progress,
): AsyncGenerator<Message> {
  const { MessageInput, parseInput } = await import("../../../operations/inputs.ts");
  const input = file === "-" ? process.stdin : createReadStream(file);
  let line = 0;
  try {
    for await (const text of createInterface({ input })) {
      line += 1;
      progress.to(line);
      if (text.trim() !== "") yield parseInput(MessageInput, { tenant, ...parsedLine(text, line) });
    }
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : unreadable(file, thrown);
  }
}

function unreadable(file: string, cause: unknown): MemoryError {
  return new MemoryError("invalid_input", `${file} cannot be read.`, { cause });
}

function parsedLine(text: string, line: number): object {
  const value = parsed(text, line);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new MemoryError("invalid_input", `Line ${line} is not a JSON object.`);
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isCutOff = cause instanceof Error && /unexpected end|unterminated/i.test(cause.message);
    const what = isCutOff ? "ends in the middle: the file is cut off" : "is not JSON";
    throw new MemoryError("invalid_input", `Line ${line} ${what}.`, { cause });
  }
}

// `mneme import`: takes in what other programs remember or have recorded; and takes an import back.

type OfTenant = Omit<Session, "user" | "agent">;
type ImportOptions = OfTenant & {
  format?: Format | "documents";
  watch?: boolean;
  name?: string;
  dryRun?: boolean;
  person: string;
  personName?: string;
  channel: string;
  branches?: boolean;
  guild?: readonly (readonly [string, string])[];
  vectors?: string;
  scope: string;
  owner?: string;
};
type Report = Awaited<ReturnType<MemoryEngine["transfer"]["importText"]>>;
type Undoing = OfTenant & { yes?: boolean; dryRun?: boolean };

export function addImport(program: Command): void {
  const imports = program
    .command("import")
    .description("Imports: take memories and talks in, list them, take them back.");
  addFile(imports);
  addList(imports);
  addUndo(imports);
}

function ofTenant(command: Command): Command {
  return stored(command).option("--tenant <id>", "whose memory", "default");
}

function addFile(imports: Command): void {
  const command = ofTenant(imports.command("from", { isDefault: true }))
    .description("Take in a file, an archive, a folder or a database. Run again, it adds nothing.")
    .addArgument(
      new Argument("<file>", "`-` for standard input; or the address of a PostgreSQL database"),
    )
    .addOption(
      new Option("--format <format>", "else told from the file").choices([...FORMATS, "documents"]),
    )
    .option("--watch", "read documents again whenever they change, until stopped")
    .option("--name <name>", "what a folder of documents is called; else its own name")
    .option("--person <id>", "who the nameless `user` of a talk is", "user")
    .option("--person-name <name>", "what that person is called")
    .option("--channel <id>", "for messages that stand in no channel", "imported")
    .option("--branches", "also branches of a talk that were left")
    .option("--guild <guild=tenant>", "where a guild goes, if not to a tenant of its name", guildOf)
    .option("--vectors <model>", "who made the source's vectors, if it does not say")
    .option("--scope <scope>", "who may see it: shared, user, or an agent", "shared")
    .option("--owner <id>", "whose it is, when the scope is `user`")
    .option("--dry-run", "report what would happen, and change nothing")
    .action((file: string, options: ImportOptions) =>
      isOfDocuments(file, options)
        ? importDocuments(file, options)
        : withMemory(options, (memory) => importFile(file, options, memory)),
    );
  withExamples(command, [
    "mneme import chat.jsonl",
    "mneme import docs --format documents",
    "mneme import chat.jsonl --dry-run --json",
    `echo '[{"role":"user","content":"I keep bees."}]' | mneme import - --person ana`,
  ]);
}

/** `*=acme` is for every guild that is not named otherwise. */
function guildOf(
  given: string,
  before: readonly (readonly [string, string])[] = [],
): readonly (readonly [string, string])[] {
  const at = given.indexOf("=");
  if (at < 1 || at === given.length - 1)
    throw new InvalidArgumentError("must be a guild and a tenant, such as 42=acme or *=acme.");
  return [...before, [given.slice(0, at), given.slice(at + 1)]];
}

async function importFile(
  file: string,
  options: ImportOptions,
  memory: MemoryEngine,
): Promise<void> {
  const { tenant, scope, owner, dryRun = false } = options;
  const format = options.format === "documents" ? undefined : options.format;
  const progress = await startProgress(options, { label: "Records read" });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    const result = await memory.transfer.import({
      tenant,
      from: sourceOf(file),
      scope,
      dryRun,
      everyTenant: true,
      signal: stop.signal,
      onProgress: ({ records }) => progress.to(records),
      options: {
        tenant,
        person: { id: options.person, name: options.personName ?? options.person },
        channel: options.channel,
        branches: options.branches === true,
        guilds: new Map(options.guild),
        ...(options.vectors === undefined ? {} : { vectorsOf: options.vectors }),
      },
      ...(format === undefined ? {} : { format }),
      ...(owner === undefined ? {} : { user: owner }),
    });
    if (!dryRun) await memory.drain();
    progress.end();
    report(options, result, () => reportLines(result));
    if (result.state === "stopped") note(options, "Stopped. Run it again to go on.");
  } finally {
    process.off("SIGINT", interrupt);
    progress.end();
  }
}

function sourceOf(file: string) {
  if (file === "-") return { bytes: process.stdin };
  return /^postgres(?:ql)?:\/\//.test(file) ? { url: file } : { path: file };
}

function reportLines(told: Report): readonly string[] {
  const { importId, format, counts, tenants = [], reasons, problems } = told;
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    importId === undefined
      ? `${format}, trial run: nothing was imported`
      : `${format}, import ${importId}`,
    ...shown.map(([name, count]) => `${String(count).padStart(8)} ${name}`),
    ...tenants.map(({ tenant, records }) => `         tenant ${oneLine(tenant)}: ${records}`),
    ...Object.entries(reasons).map(([reason, count]) => `         ${oneLine(reason)}: ${count}`),
    ...problems.map(({ where, reason }) => `         ${oneLine(where)}: ${oneLine(reason)}`),
  ];
}

function addList(imports: Command): void {
  const command = ofTenant(imports.command("list"))
    .description("The imports there were, newest first.")
    .action((options: OfTenant) =>
      withMemory(
        options,
        async (memory) => {
          const found = await memory.transfer.list({ tenant: options.tenant });
          report(options, found, () =>
            found.map(({ id, format, state, startedAt }) =>
              [id, startedAt, format, state].join("  "),
            ),
          );
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme import list --json"]);
}

function addUndo(imports: Command): void {
  const command = ofTenant(imports.command("undo"))
    .description("Take an import back: exactly what it added.")
    .argument("<id>", "which import; `last` for the newest that brought anything")
    .option("--dry-run", "count what would go, and change nothing")
    .option("--yes", "do not ask")
    .action((id: string, options: Undoing) =>
      withMemory(options, (memory) => undo(id, options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme import chat.jsonl > report.txt && mneme import undo last --dry-run --json",
    "mneme import chat.jsonl > report.txt && mneme import undo last --yes",
  ]);
}

async function undo(given: string, options: Undoing, memory: MemoryEngine): Promise<void> {
  const { tenant } = options;
  const id = await idOr(given, () => lastImport(tenant, memory));
  const act = { tenant, id, actor: "operator", everyTenant: true };
  const found = await memory.transfer.undo({ ...act, dryRun: true, confirm: false });
  const about = `${counted(found.messages, "message")} and ${counted(found.memories, "memory", "memories")}`;
  if (options.dryRun === true)
    return report(options, { dryRun: true, ...found }, () => [`${about} would go.`]);
  const mayGo = !found.needsConfirmation || (await mayGoOn(`Take back ${about}?`, options));
  if (!mayGo) return note(options, "Nothing was changed.");
  const undone = await memory.transfer.undo({ ...act, dryRun: false, confirm: true });
  report(options, undone, () => [
    `Taken back: ${counted(undone.messages, "message")}, ${counted(undone.memories, "memory", "memories")}, ${counted(undone.reviews, "review")}; ${undone.reverted} as they were.`,
  ]);
}

/** A file that is imported again brings nothing: to take it back is to take back what brought it. */
async function lastImport(tenant: string, memory: MemoryEngine) {
  const runs = await memory.transfer.list({ tenant });
  const open = runs.filter(({ state }) => state !== "undone");
  for (const run of open) {
    const act = { tenant, id: run.id, actor: "operator", everyTenant: true };
    const { records } = await memory.transfer.undo({ ...act, dryRun: true, confirm: false });
    if (records > 0) return run;
  }
  return open[0];
}

// `mneme export`: everything a tenant has, or all that is kept of one person, written to files.

type ExportOptions = Omit<Session, "user" | "agent"> & {
  format: ExportFormat;
  subject?: string;
  out: string;
  force?: boolean;
};
type Request = Parameters<MemoryEngine["transfer"]["export"]>[0];

/** These are one file; the others are many. */
const SINGLE: readonly ExportFormat[] = ["jsonl", "vault", "csv"];

export function addExport(program: Command): void {
  const command = stored(program.command("export"))
    .description("Write everything a tenant has, or all that is kept of one person, to files.")
    .option("--tenant <id>", "whose memory", "default")
    .addOption(
      new Option("--format <format>", "what to write").choices(EXPORT_FORMATS).default("jsonl"),
    )
    .option("--subject <id>", "the person, for the format `privacy`")
    .requiredOption("--out <path>", "the new file or folder; a name in .zip makes an archive")
    .option("--force", "replace what is there already")
    .action((options: ExportOptions) =>
      withMemory(options, (memory) => exportTo(options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme export --out export.jsonl",
    "mneme export --format markdown --out notes --json",
    "mneme export --format csv --out memories.csv",
    "mneme export --format privacy --subject ana --out ana.zip",
  ]);
}

async function exportTo(options: ExportOptions, memory: MemoryEngine): Promise<void> {
  const { tenant, format, subject, out } = options;
  const request = { tenant, format, ...(subject === undefined ? {} : { subject }) };
  const progress = await startProgress(options, { label: "Files written" });
  try {
    const path = resolve(out);
    if (options.force !== true) refuseToReplace(path, out);
    const files = await written(path, request, { memory, progress });
    progress.end();
    report(options, { format, path, files }, () => [
      `${path}: ${counted(files, "file")}, ${format}`,
    ]);
  } finally {
    progress.end();
  }
}

/** An empty folder is as good as none. */
function refuseToReplace(path: string, named: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory() && readdirSync(path).length === 0) return;
  throw new MemoryError(
    "invalid_input",
    `${named} exists already. Name another file, or pass --force to replace it.`,
  );
}

type With = Readonly<{ memory: MemoryEngine; progress: Progress }>;

async function written(
  path: string,
  request: Request,
  { memory, progress }: With,
): Promise<number> {
  if (path.endsWith(".zip")) {
    await whole(path, memory.transfer.exportZip(request));
    return 1;
  }
  let files = 0;
  for await (const { name, chunks } of memory.transfer.export(request)) {
    await whole(SINGLE.includes(request.format) ? path : below(path, name), chunks);
    files += 1;
    progress.to(files);
  }
  return files;
}

/** Names come from memories; one that leads outside is never written. */
function below(folder: string, name: string): string {
  const path = join(folder, name);
  if (!path.startsWith(join(folder, "/")))
    throw new MemoryError("internal", "A file of an export would lie outside its folder.");
  return path;
}

/** Under another name until all of it is there, and for its owner's eyes alone. */
async function whole(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const draft = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(Readable.from(chunks), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}
