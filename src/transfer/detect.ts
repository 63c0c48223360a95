// Tells what a source is by what stands in it, never by its name alone; and of what cannot be read, what it looks like.

import type { Format } from "../model/transfer-format.ts";
import type { OpenForeign, OpenForeignServer } from "../ports/foreign-database.ts";
import type { ImportSource, SourceFile } from "./source/source.ts";
import { sqliteIn } from "./source/sqlite-in.ts";
import { headText } from "./text/decode.ts";

type Unknown = Readonly<{ looksLike: string }>;
type Deps = Readonly<{ openForeign: OpenForeign; openForeignServer: OpenForeignServer }>;

const HEAD_CHARACTERS = 65_536;
const MAX_LOOKED_AT = 50;

export async function detect(
  source: ImportSource,
  { openForeign, openForeignServer }: Deps,
): Promise<Format | Unknown> {
  return source.kind === "server"
    ? serverFormat(source.path, openForeignServer)
    : formatOfFiles(source, openForeign);
}

async function formatOfFiles(
  source: ImportSource,
  openForeign: OpenForeign,
): Promise<Format | Unknown> {
  // A database beside other files is what they belong to.
  const database = await sqliteIn(source);
  if (database !== undefined) return tablesFormat(database, openForeign);
  const looks: string[] = [];
  let looked = 0;
  for await (const entry of source.entries()) {
    if (entry.type === "refused") continue;
    looked += 1;
    const found = formatIn(await headText(entry.chunks(), HEAD_CHARACTERS), entry);
    if (typeof found === "string") return found;
    looks.push(found.looksLike);
    if (looked >= MAX_LOOKED_AT) break;
  }
  if (source.kind === "file") return { looksLike: looks[0] ?? "an empty file" };
  const kind = source.kind === "zip" ? "an archive" : "a folder";
  return { looksLike: `${kind} with nothing in it that is known (${looks[0] ?? "it is empty"})` };
}

/** The first that fits; the order goes from what only one program writes to what many do. */
const SIGNS: readonly (readonly [Format, RegExp | readonly RegExp[]])[] = [
  ["mneme", /^\s*\{"mneme":"export"/],
  ["vault", [/"memory":\{/, /"change":\{"event":/]],
  ["vault", /^\s*\{"id":"[^"]*","tenant":"[^"]*","purged":true/],
  ["vault", [/^\s*\{[^\n]*"text"\s*:/, /^[^\n]*"scope"\s*:/, /^[^\n]*"version"\s*:\s*\d/]],
  ["chatgpt", [/"mapping"\s*:/, /"(?:current_node|conversation_id|create_time)"\s*:/]],
  ["claude", /"chat_messages"\s*:/],
  ["claude", /"conversations_memory"\s*:/],
  ["discord", [/"guild"\s*:\s*\{/, /"channel"\s*:\s*\{/, /"messages"\s*:\s*\[/]],
  ["letta", [/"(?:agent_type|core_memory|block_ids|message_buffer_autoclear)"\s*:/]],
  ["letta", [/"agents"\s*:\s*\[/, /"blocks"\s*:\s*\[/]],
  ["server-memory", /"type"\s*:\s*"(?:entity|relation)"|"entityType"\s*:|"relationType"\s*:/],
  ["mem0", [/"memory"\s*:\s*"/, /"(?:user_id|agent_id|run_id|hash|created_at)"\s*:/]],
  ["chat", [/"author"\s*:\s*\{/, /"text"\s*:/]],
  ["chat", [/"role"\s*:\s*"/, /"content"\s*:/]],
  ["chat", [/"(?:from|sender)"\s*:\s*"/, /"(?:value|text)"\s*:/]],
];

function formatIn(head: string, { name }: SourceFile): Format | Unknown {
  const text = head.replace(/^\uFEFF/, "");
  if (/^\s*[[{]/.test(text)) return jsonFormat(text);
  if (isTable(text)) return "csv";
  if (/\.(?:md|markdown)$/i.test(name) || /^---\s*\n[\s\S]*?\n---/.test(text)) return "markdown";
  return { looksLike: looksOf(text) };
}

/** The tables that only one program has, and whose they are. */
const TABLES: readonly (readonly [Format, readonly string[]])[] = [
  ["notes", ["memory_notes"]],
  ["facts", ["memory_facts"]],
  ["profiles", ["user_profiles", "guild_user_profiles", "interaction_notes", "channel_buffers"]],
  ["profiles", ["facts"]],
];

async function tablesFormat(path: string, openForeign: OpenForeign): Promise<Format | Unknown> {
  const db = await openForeign(path);
  const { tables } = db;
  db.close();
  for (const [format, signs] of TABLES) if (signs.some((sign) => tables.has(sign))) return format;
  return { looksLike: `an SQLite database with ${namesOf(tables)}` };
}

/** Tables of a supervisor. `memories` is also one of ours, where each row has a tenant. */
const SUPERVISOR_TABLES = ["supervisor_checkpoints", "thread_revision", "memories"];

async function serverFormat(url: string, openServer: OpenForeignServer): Promise<Format | Unknown> {
  const server = await openServer(url);
  await server.close();
  const { tables, columns } = server;
  if (columns.has("tenant"))
    return {
      looksLike: "a store of Mneme itself; `mneme export` there writes a file to import here",
    };
  if (SUPERVISOR_TABLES.some((name) => tables.has(name))) return "supervisor";
  return { looksLike: `a PostgreSQL database with ${namesOf(tables)}` };
}

function namesOf(tables: ReadonlySet<string>): string {
  const names = [...tables].slice(0, 6).join(", ");
  return names === "" ? "no tables" : `the tables ${names}`;
}

function jsonFormat(text: string): Format | Unknown {
  for (const [format, signs] of SIGNS) {
    const all = signs instanceof RegExp ? [signs] : signs;
    if (all.every((sign) => sign.test(text))) return format;
  }
  const keys = [...new Set([...text.matchAll(/"([\w -]{1,40})"\s*:/g)].map(([, key]) => key))];
  return {
    looksLike:
      keys.length === 0 ? "JSON without any names" : `JSON with ${keys.slice(0, 6).join(", ")}`,
  };
}

const COLUMNS =
  /^"?(?:content|text|message|body|memory|fact|note|author|author_id|user|user_id|id|kind|role|timestamp|created_at|date|channel)"?$/i;

/** At least two columns that have a known name. */
function isTable(text: string): boolean {
  const [first = ""] = text.split(/\r?\n/);
  return [",", ";", "\t"].some((sign) => {
    const names = first.split(sign).map((name) => name.trim());
    return names.filter((name) => COLUMNS.test(name)).length >= 2;
  });
}

function looksOf(text: string): string {
  if (text.trim() === "") return "an empty file";
  if (text.startsWith("%PDF")) return "a PDF document";
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return "a web page or XML";
  return /[\0\uFFFD]/.test(text.slice(0, 1_000)) ? "a binary file" : "plain text";
}
