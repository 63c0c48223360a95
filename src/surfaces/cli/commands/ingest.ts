// `mneme ingest`: listens to messages, one JSON object a line.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Argument, type Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { Receipt } from "../../../model/receipt.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { type Progress, startProgress } from "../progress.ts";
import { report, type Session, scoped, withMemory } from "../session.ts";

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

function tally(receipts: readonly (Receipt | false)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { messages: receipts.length };
  for (const part of PARTS)
    counts[part] = receipts.reduce(
      (sum, receipt) => sum + (receipt === false ? 0 : receipt[part].length),
      0,
    );
  counts["failed"] = receipts.filter(
    (receipt) => receipt !== false && receipt.status === "failed",
  ).length;
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
    throw new MemoryError("invalid_input", `Line ${line} is not JSON.`, { cause });
  }
}
