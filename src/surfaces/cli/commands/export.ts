// `mneme export`: everything a tenant has, or all that is kept of one person, written to files.

import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../model/transfer-format.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { type Progress, startProgress } from "../progress.ts";
import { report, type Session, stored, withMemory } from "../session.ts";

type Options = Omit<Session, "user" | "agent"> & {
  format: ExportFormat;
  subject?: string;
  out: string;
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
    .action((options: Options) =>
      withMemory(options, (memory) => exportTo(options, memory), { mustExist: true }),
    );
  withExamples(command, [
    "mneme export --out export.jsonl",
    "mneme export --format markdown --out notes --json",
    "mneme export --format csv --out memories.csv",
    "mneme export --format privacy --subject ana --out ana.zip",
  ]);
}

async function exportTo(options: Options, memory: MemoryEngine): Promise<void> {
  const { tenant, format, subject, out } = options;
  const request = { tenant, format, ...(subject === undefined ? {} : { subject }) };
  const progress = await startProgress(options, { label: "Files written" });
  try {
    const path = resolve(out);
    const files = await written(path, request, { memory, progress });
    progress.end();
    report(options, { format, path, files }, () => [`${path}: ${files} files, ${format}`]);
  } finally {
    progress.end();
  }
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
