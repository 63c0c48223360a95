// Sources to import, written here, and engines to import them into.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { MemoryEngine } from "../../src/operations/engine.ts";
import type { ImportReport } from "../../src/transfer/report.ts";
import type { ExportFile } from "../../src/transfer/to/export-file.ts";
import { zipOf } from "../../src/transfer/to/zip-of.ts";
import { importOf, TENANT } from "./input.ts";

export { importOf, TENANT };

export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-transfer-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await scratch(), name);
  await writeFile(path, content);
  return path;
}

export function jsonFile(name: string, value: unknown): Promise<string> {
  return fileOf(name, JSON.stringify(value));
}

/** What a report says, without the name of the import. */
export function told({ importId: _id, ...report }: ImportReport): Omit<ImportReport, "importId"> {
  return report;
}

export async function exported(files: AsyncIterable<ExportFile>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, chunks } of files) {
    let text = "";
    for await (const chunk of chunks) text += chunk;
    found.set(name, text);
  }
  return found;
}

export async function exportedText(
  transfer: MemoryEngine["transfer"],
  format: "jsonl" | "vault" | "csv",
): Promise<string> {
  const files = await exported(transfer.export({ tenant: TENANT, format }));
  return [...files.values()].join("");
}

export async function zipped(files: Readonly<Record<string, string>>): Promise<Buffer> {
  return Buffer.concat(await collected(zipOf(filesOf(files))));
}

async function* filesOf(files: Readonly<Record<string, string>>): AsyncGenerator<ExportFile> {
  for (const [name, text] of Object.entries(files)) yield { name, chunks: once(text) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A ChatGPT conversation: said in turns, the last one current. */
export function chatGptConversation(
  id: string,
  turns: readonly Readonly<{ role: string; text: string; at?: number | null; hidden?: boolean }>[],
): Record<string, unknown> {
  const mapping: Record<string, unknown> = {
    root: { id: "root", parent: null, children: ["n0"], message: null },
  };
  for (const [index, turn] of turns.entries())
    mapping[`n${index}`] = {
      id: `n${index}`,
      parent: index === 0 ? "root" : `n${index - 1}`,
      children: index + 1 < turns.length ? [`n${index + 1}`] : [],
      message: {
        id: `n${index}`,
        author: { role: turn.role },
        create_time: turn.at === undefined ? 1_750_000_000 + index * 60 : turn.at,
        content: { content_type: "text", parts: [turn.text] },
        metadata: turn.hidden === true ? { is_visually_hidden_from_conversation: true } : {},
      },
    };
  return {
    title: "A talk",
    conversation_id: id,
    create_time: 1_750_000_000,
    current_node: `n${turns.length - 1}`,
    mapping,
  };
}
