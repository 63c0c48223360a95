// What may never be found in a store, whatever was interrupted: one line for each thing that is wrong.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Look, looking, type Row } from "./look.ts";
import type { Place } from "./place.ts";

/** A question whose every row is a fault, and what to call it. */
const QUESTIONS: readonly (readonly [string, string])[] = [
  ["message never read", "SELECT id FROM messages WHERE mined = 'pending'"],
  ["job left over", "SELECT name AS id, state FROM jobs"],
  [
    "line not in its file",
    `SELECT item_id AS id FROM file_outbox
     UNION ALL SELECT memory_id FROM history WHERE unwritten IS NOT NULL`,
  ],
  [
    "buffer without messages",
    `SELECT b.id FROM buffers b WHERE NOT EXISTS
     (SELECT 1 FROM messages m WHERE m.tenant = b.tenant AND m.buffer = b.id)`,
  ],
  [
    "message in a buffer that nobody will flush",
    `SELECT m.id FROM messages m WHERE m.buffer IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM buffers b WHERE b.tenant = m.tenant AND b.id = m.buffer)`,
  ],
  [
    "message in a buffer and in an episode",
    `SELECT m.id FROM messages m WHERE m.buffer IS NOT NULL AND EXISTS
     (SELECT 1 FROM memory_sources s JOIN memories e ON e.tenant = s.tenant AND e.id = s.memory_id
      WHERE s.tenant = m.tenant AND s.source = 'message' AND s.source_id = m.id
        AND e.kind = 'episode' AND e.state = 'active')`,
  ],
  [
    "message in two episodes",
    `SELECT s.source_id AS id FROM memory_sources s
     JOIN memories e ON e.tenant = s.tenant AND e.id = s.memory_id
     WHERE s.source = 'message' AND e.kind = 'episode' AND e.state = 'active'
     GROUP BY s.tenant, s.source_id HAVING count(*) > 1`,
  ],
  [
    "line held twice",
    `SELECT min(id) AS id FROM memories WHERE state = 'active'
     GROUP BY tenant, kind, scope, subject, text_key HAVING count(*) > 1`,
  ],
  [
    "past version that is not past",
    `SELECT v.id FROM memory_versions v WHERE NOT EXISTS (SELECT 1 FROM memories m
     WHERE m.tenant = v.tenant AND m.id = v.id AND m.version > v.version)`,
  ],
  [
    "gap in the versions",
    `SELECT m.id FROM memories m WHERE m.version <>
     (SELECT 1 + count(*) FROM memory_versions v WHERE v.tenant = m.tenant AND v.id = m.id)`,
  ],
  [
    "version without its history",
    `SELECT v.id FROM (SELECT tenant, id, version FROM memory_versions
       UNION ALL SELECT tenant, id, version FROM memories) v WHERE NOT EXISTS (SELECT 1 FROM history h
     WHERE h.tenant = v.tenant AND h.memory_id = v.id AND h.new_version = v.version)`,
  ],
  [
    "memory that rests on a message that is not there",
    `SELECT s.memory_id AS id FROM memory_sources s
     JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
     WHERE s.source = 'message' AND m.state = 'active' AND NOT EXISTS
       (SELECT 1 FROM messages o WHERE o.tenant = s.tenant AND o.id = s.source_id)`,
  ],
  [
    "vector of nothing",
    `SELECT v.item_id AS id FROM vectors v WHERE NOT EXISTS
     (SELECT 1 FROM messages m WHERE m.tenant = v.tenant AND m.id = v.item_id) AND NOT EXISTS
     (SELECT 1 FROM memories m WHERE m.tenant = v.tenant AND m.id = v.item_id)`,
  ],
];

const SQLITE_CHECKS: readonly string[] = [
  "INSERT INTO memory_text (memory_text) VALUES ('integrity-check')",
  "INSERT INTO message_text (message_text) VALUES ('integrity-check')",
];

export async function faultsOf(place: Place): Promise<readonly string[]> {
  return looking(place, async (look) => {
    const faults: string[] = [];
    for (const [fault, sql] of QUESTIONS)
      for (const row of await look(sql)) faults.push(`${fault}: ${wordsOf(row)}`);
    if (place.database === "sqlite") faults.push(...(await damage(look)));
    faults.push(...(await journalFaults(look, place.folder)), ...vaultFaults(place.folder));
    return faults;
  });
}

async function damage(look: Look): Promise<readonly string[]> {
  const integrity = await look("PRAGMA integrity_check");
  const foreign = await look("PRAGMA foreign_key_check");
  const faults = [...integrity.filter((row) => row["integrity_check"] !== "ok"), ...foreign];
  for (const check of SQLITE_CHECKS) await look(check);
  return faults.map((row) => `damage: ${wordsOf(row)}`);
}

/** Every kept message stands once in the journal of its day, and nothing else does. */
async function journalFaults(look: Look, folder: string): Promise<readonly string[]> {
  const messages = await look("SELECT id, author_name, text FROM messages");
  const lines = journalLines(folder);
  const faults: string[] = [];
  for (const message of messages) {
    const wanted = `**${String(message["author_name"])}**`;
    const mine = lines.filter((line) => line.includes(wanted) && saysTheSame(line, message));
    if (mine.length !== 1) faults.push(`journaled ${mine.length} times: ${String(message["id"])}`);
  }
  if (lines.length !== messages.length)
    faults.push(`${lines.length} journal lines for ${messages.length} messages`);
  return faults;
}

/** By its letters: the journal writes signs in a way that no text can forge. */
function saysTheSame(line: string, message: Row): boolean {
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return letters(line).endsWith(letters(String(message["text"])));
}

function journalLines(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /\d{4}-\d{2}-\d{2}\.md$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.startsWith("- "));
}

/** One line of the vault is one version, written once. */
function vaultFaults(folder: string): readonly string[] {
  const [file] = readdirSync(folder).filter((name) => name === "vault.jsonl");
  if (file === undefined) return [];
  const lines = readFileSync(join(folder, file), "utf8").split("\n").slice(0, -1);
  const doubled = lines.filter((line, at) => lines.indexOf(line) !== at);
  const broken = lines.filter((line) => !isJson(line));
  return [
    ...doubled.map((line) => `vault line twice: ${line.slice(0, 80)}`),
    ...broken.map((line) => `vault line broken: ${line.slice(0, 80)}`),
  ];
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

function wordsOf(row: Row): string {
  return Object.values(row).map(String).join(" ");
}
