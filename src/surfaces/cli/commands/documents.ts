// `mneme import` of documents: what is remembered of a file or folder is brought in line with what stands in it, once or
// whenever it changes.

import { existsSync, readdirSync, statSync } from "node:fs";
import { extname } from "node:path";
import type { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { counted } from "../lines.ts";
import { note, oneLine } from "../print.ts";
import { startProgress } from "../progress.ts";
import { report, type Session, withMemory } from "../session.ts";

type DocumentsOptions = Omit<Session, "user" | "agent"> & {
  format?: string;
  watch?: boolean;
  name?: string;
  scope: string;
  owner?: string;
  dryRun?: boolean;
};
type Report = Awaited<ReturnType<MemoryEngine["transfer"]["documents"]>>;

/** What no other importer reads. */
const ONLY_DOCUMENTS = new Set([".pdf", ".docx", ".html", ".htm"]);

/** Asked for, or told by a file that can be nothing else. Markdown alone may also be notes of another program. */
export function isOfDocuments(path: string, { format, watch }: DocumentsOptions): boolean {
  if (format !== undefined) return format === "documents";
  if (watch === true) return true;
  if (path === "-" || !existsSync(path)) return false;
  const names = statSync(path).isDirectory() ? readdirSync(path) : [path];
  return names.some((name) => ONLY_DOCUMENTS.has(extname(name).toLowerCase()));
}

export function importDocuments(path: string, options: DocumentsOptions): Promise<void> {
  const { tenant, name, scope, owner: user, watch = false, dryRun = false } = options;
  const input = { tenant, path, name, scope, user, dryRun };
  return withMemory(options, async (memory) => {
    if (watch) return watching(input, options, memory);
    const progress = await startProgress(options, { label: "Pieces of documents read" });
    try {
      const onProgress = ({ pieces }: { pieces: number }) => progress.to(pieces);
      const result = await memory.transfer.documents({ ...input, onProgress });
      if (!dryRun) await memory.drain();
      progress.end();
      report(options, result, () => reportLines(result));
    } finally {
      progress.end();
    }
  });
}

type Input = Parameters<MemoryEngine["transfer"]["documents"]>[0];

async function watching(
  input: Input,
  options: DocumentsOptions,
  memory: MemoryEngine,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  });
  const onReport = (result: Report) => report(options, result, () => reportLines(result));
  const onError = (error: MemoryError) => console.error(`mneme import: ${error.message}`);
  const watched = await memory.transfer.watchDocuments({ ...input, onReport, onError });
  note(options, `Watching ${input.path}. Ctrl+C ends it.`);
  await stopped;
  await watched.close();
}

function reportLines({ refused, guarded, documents, ...counts }: Report): readonly string[] {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    counted(documents, "document"),
    ...shown.map(([name, count]) => `${String(count).padStart(8)} ${name}`),
    ...guarded.map((place) => `         ${oneLine(place)}: not searchable, held by the guard`),
    ...refused.map(({ file, reason }) => `         ${oneLine(file)}: ${oneLine(reason)}`),
  ];
}
