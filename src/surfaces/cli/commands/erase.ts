// `mneme erase`: a person or a message, with everything that rests on it, for good. Counts first, then asks.

import type { Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { note, printLines } from "../print.ts";
import { report, type Session, scoped, withMemory } from "../session.ts";

type Options = Session & { subject?: string; message?: string; yes?: boolean; dryRun?: boolean };
type Erased = Awaited<ReturnType<MemoryEngine["erase"]>>;

export function addErase(program: Command): void {
  const command = scoped(program.command("erase"))
    .description("Erase a person or a message with everything that rests on it, for good.")
    .option("--subject <id>", "the person")
    .option("--message <id>", "the message")
    .option("--dry-run", "count what would go, and change nothing")
    .option("--yes", "do not ask")
    .action((options: Options) =>
      withMemory(options, (memory) => erase(options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme erase --subject ana --dry-run",
    "mneme erase --subject ana --yes",
    "mneme erase --message m1 --yes --json",
  ]);
}

async function erase(options: Options, memory: MemoryEngine): Promise<void> {
  const { tenant, subject, message: messageId, dryRun, yes } = options;
  const of = { tenant, subject, messageId };
  if ((subject === undefined) === (messageId === undefined))
    throw new MemoryError("invalid_input", "Name either --subject or --message.");
  if (dryRun === true || yes !== true) {
    const counted = await memory.erase({ ...of, dryRun: true });
    if (dryRun === true)
      return report(options, { dryRun: true, ...counted }, () => countLines(counted));
    if (options.json !== true) printLines(countLines(counted));
    if (!(await mayGoOn("Erase all of this for good? It cannot be undone.", options)))
      return note(options, "Nothing was changed.");
  }
  const erased = await memory.erase(of);
  report(options, erased, () => [
    `Erased: ${erased.messages} messages and ${erased.memories} memories, from every table and file.`,
  ]);
}

function countLines({ memories, messages, counts }: Erased): readonly string[] {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    `${messages} messages and ${memories} memories would go:`,
    ...rows.map(([table, count]) => `${String(count).padStart(6)} ${table}`),
  ];
}
