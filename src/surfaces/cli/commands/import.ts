// `mneme import`: takes in what other programs remember or have recorded; and takes an import back.

import { Argument, type Command, Option } from "commander";
import { FORMATS, type Format } from "../../../model/transfer-format.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { idOr } from "../newest.ts";
import { note, oneLine } from "../print.ts";
import { startProgress } from "../progress.ts";
import { report, type Session, stored, withMemory } from "../session.ts";

type OfTenant = Omit<Session, "user" | "agent">;
type Options = OfTenant & {
  format?: Format;
  dryRun?: boolean;
  person: string;
  personName?: string;
  channel: string;
  branches?: boolean;
  scope: string;
  owner?: string;
};
type Report = Awaited<ReturnType<MemoryEngine["import"]>>;
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
    .description("Take in a file, an archive or a folder. Run again, it adds nothing.")
    .addArgument(new Argument("<file>", "`-` for standard input"))
    .addOption(new Option("--format <format>", "else told from the file").choices(FORMATS))
    .option("--person <id>", "who the nameless `user` of a talk is", "user")
    .option("--person-name <name>", "what that person is called")
    .option("--channel <id>", "for messages that stand in no channel", "imported")
    .option("--branches", "also branches of a talk that were left")
    .option("--scope <scope>", "who may see it: shared, user, or an agent", "shared")
    .option("--owner <id>", "whose it is, when the scope is `user`")
    .option("--dry-run", "report what would happen, and change nothing")
    .action((file: string, options: Options) =>
      withMemory(options, (memory) => importFile(file, options, memory)),
    );
  withExamples(command, [
    "mneme import chat.jsonl",
    "mneme import chat.jsonl --dry-run --json",
    `echo '[{"role":"user","content":"I keep bees."}]' | mneme import - --person ana`,
  ]);
}

async function importFile(file: string, options: Options, memory: MemoryEngine): Promise<void> {
  const { tenant, format, scope, owner, dryRun = false } = options;
  const progress = await startProgress(options, { label: "Records read" });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    const result = await memory.transfer.import({
      tenant,
      from: file === "-" ? { bytes: process.stdin } : { path: file },
      scope,
      dryRun,
      signal: stop.signal,
      onProgress: ({ records }) => progress.to(records),
      options: {
        tenant,
        person: { id: options.person, name: options.personName ?? options.person },
        channel: options.channel,
        branches: options.branches === true,
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

function reportLines({ importId, format, counts, reasons, problems }: Report): readonly string[] {
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    importId === undefined ? `${format}, not taken in` : `${format}, import ${importId}`,
    ...counted.map(([name, count]) => `${String(count).padStart(8)} ${name}`),
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
          const found = await memory.imports({ tenant: options.tenant });
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
    .argument("<id>", "which import; `last` for the newest")
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
  const id = await idOr(given, async () => (await memory.imports({ tenant }))[0]);
  const counted = await memory.importUndo({ tenant, id, dryRun: true });
  const about = `${counted.messages} messages and ${counted.memories} memories`;
  if (options.dryRun === true)
    return report(options, { dryRun: true, ...counted }, () => [`${about} would go.`]);
  const mayGo = !counted.needsConfirmation || (await mayGoOn(`Take back ${about}?`, options));
  if (!mayGo) return note(options, "Nothing was changed.");
  const undone = await memory.importUndo({ tenant, id, confirm: true });
  report(options, undone, () => [
    `Taken back: ${undone.messages} messages, ${undone.memories} memories, ${undone.reviews} reviews; ${undone.reverted} as they were.`,
  ]);
}
