// What a moved store looks like from outside, and what is left of it after it was taken back.

import { DatabaseSync } from "@photostructure/sqlite";
import type { MemoryEngine } from "../../src/index.ts";
import type { Embedder } from "../../src/ports/embedder.ts";

export type Told = Readonly<{
  memories: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  messages: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}>;

/** Everything a tenant has, out of its own export. */
export async function told(memory: MemoryEngine, tenant: string): Promise<Told> {
  let text = "";
  for await (const { chunks } of memory.transfer.export({ tenant, format: "jsonl" }))
    for await (const chunk of chunks) text += chunk;
  const records = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const of = (type: string, field: string) =>
    new Map(
      records.flatMap((one) => (one.type === type ? [[String(one[field].id), one[field]]] : [])),
    );
  return { memories: of("version", "memory"), messages: of("message", "message") };
}

/** The words, ids and versions of all tenants together, in one order. */
export async function everything(
  memory: MemoryEngine,
  tenants: readonly string[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const tenant of tenants) {
    const { memories, messages } = await told(memory, tenant);
    // What was read out of an open conversation has an id and a time of its own.
    for (const { id, text, state, kind } of memories.values())
      lines.push(JSON.stringify([tenant, /:|note-/.test(String(id)) ? id : "", kind, state, text]));
    for (const { id, text } of messages.values()) lines.push(JSON.stringify([tenant, id, text]));
  }
  return lines.sort();
}

/** Rows of each table that has any, but for what says that there were imports and where files stand. */
export function rowsLeft(path: string): Readonly<Record<string, number>> {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%tenant%'")
    .all()
    .map((row) => String(Object(row).name));
  const counts = tables.map((table) => {
    const row = db.prepare(`SELECT count(*) AS n FROM "${table}" ${ABOUT.get(table) ?? ""}`).get();
    return [table, Number(Object(row).n)] as const;
  });
  db.close();
  return Object.fromEntries(counts.filter(([name, n]) => n > 0 && !KEPT.has(name)));
}

/** Events that name nothing and nobody say how often a model was called. */
const ABOUT = new Map([
  ["activities", "WHERE coalesce(memory_id, message_id, user_id, category) IS NOT NULL"],
]);

/** The ledger's own line of the import, the trail of who did what and which jobs ran; nothing of what was said. */
const KEPT = new Set([
  "imports",
  "audit",
  "audit_heads",
  "audit_names",
  "job_runs",
  "pair_fingerprints",
  "vector_removals",
]);

/** Runs of the midnight job that are on record. */
export function nightsOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare("SELECT count(*) AS n FROM job_runs WHERE name = 'nightly'").get();
  db.close();
  return Number(Object(row).n);
}

/** Of so many dimensions, and telling which texts it was asked for. */
export function countingEmbedder(id: string, dims: number): Embedder & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model: { id, dims, revision: "1" },
    inline: true,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) =>
        Float32Array.from({ length: dims }, (_, at) => (at === text.length % dims ? 1 : 0)),
      );
    },
  };
}
