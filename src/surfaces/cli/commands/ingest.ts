// `mneme ingest`: listens to messages, one JSON object a line.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Argument, type Command } from "commander";
import type { z } from "zod";
import { MemoryError } from "../../../errors.ts";
import type { Receipt } from "../../../model/receipt.ts";
import { MessageInput, parseInput } from "../../../operations/inputs.ts";
import { report, type Session, scoped, withMemory } from "../session.ts";

export function addIngest(program: Command): void {
  scoped(program.command("ingest"))
    .description("Listen to messages, one JSON object a line, from a file or standard input.")
    .addArgument(new Argument("[file]", "`-` for standard input").default("-"))
    .action((file: string, options: Session) =>
      withMemory(options, async (memory) => {
        const receipts = await memory.ingestMany(messagesIn(file, options.tenant));
        await memory.drain();
        const counts = tally(receipts);
        report(options, counts, () => Object.entries(counts).map(([name, n]) => `${name}: ${n}`));
      }),
    );
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
): AsyncGenerator<z.output<typeof MessageInput>> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  let line = 0;
  for await (const text of createInterface({ input })) {
    line += 1;
    if (text.trim() !== "") yield parseInput(MessageInput, { tenant, ...parsedLine(text, line) });
  }
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
