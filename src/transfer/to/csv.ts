// A table of the memories in use, for a spreadsheet. A cell that a spreadsheet would run as a formula is text there.

import { findAll } from "../../curate/actor-context.ts";
import type { Memory } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Exporter } from "./export-file.ts";

const COLUMNS = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  scope: ({ scope }) => scope,
  subject: ({ subject }) => subject ?? "",
  category: ({ category }) => category,
  title: ({ title }) => title ?? "",
  text: ({ text }) => text,
  tags: ({ tags }) => tags.join(" "),
  confidence: ({ confidence }) => String(confidence),
  importance: ({ importance }) => String(importance),
  origins: ({ origins }) => origins.join(" "),
  trust: ({ trust }) => String(trust),
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
} as const satisfies Readonly<Record<string, (memory: Memory) => string>>;

export const toCsv: Exporter = async function* ({ tenant }, deps) {
  yield { name: "memories.csv", chunks: rows(tenant, deps) };
};

async function* rows(tenant: string, deps: Parameters<Exporter>[1]): AsyncGenerator<string> {
  yield `${Object.keys(COLUMNS).join(",")}\r\n`;
  const viewer = hostViewer(tenant);
  for await (const memory of findAll(viewer, { filter: {}, states: ["active"] }, deps))
    yield `${Object.values(COLUMNS)
      .map((column) => cell(column(memory)))
      .join(",")}\r\n`;
}

export function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
