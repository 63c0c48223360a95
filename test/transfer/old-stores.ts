// The stores of older systems, made by code in their own schemas: rows of every sort, and values that nobody expects.

import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { scratch } from "./support.ts";

export type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

/** Text that databases, guards and parsers stumble over. The last ones are secrets, which must not arrive. */
export const ODD_TEXTS: readonly string[] = [
  "Zoë naïvely sells 寿司 🍣 beside the café",
  "an apostrophe ' a quote \" a backslash \\ and a %s",
  "line one\nline two\r\n\tline three",
  "right-to-left שלום mixed with left",
  `a long story ${"that goes on and on ".repeat(400)}`,
  "5' 3\" -- or so; NULL, undefined, NaN",
  "__proto__ constructor toString",
];
const SECRET = "AKIAIOSFODNN7EXAMPLE";
export const SECRETS: readonly string[] = [
  `The deploy key is ${SECRET} for now`,
  "Her card is 4111 1111 1111 1111 until May",
];
export const SECRET_SIGNS: readonly string[] = [SECRET, "4111 1111 1111 1111"];

export async function storeOf(
  name: string,
  schema: string,
  tables: Readonly<Record<string, readonly Row[]>>,
): Promise<string> {
  const path = join(await scratch(), name);
  const db = new DatabaseSync(path);
  db.exec(schema);
  db.exec("PRAGMA foreign_keys = OFF");
  db.exec("BEGIN");
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const names = Object.keys(row);
      db.prepare(
        `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      ).run(...Object.values(row));
    }
  db.exec("COMMIT");
  db.close();
  return path;
}

/** The n-th day of 2025, as the old systems wrote times. */
export function day(n: number): string {
  return new Date(Date.UTC(2025, 0, 1 + (n % 300), 10, n % 60)).toISOString();
}

export function oddly(n: number, plain: string): string {
  if (n % 50 === 7) return `${ODD_TEXTS[((n / 50) % ODD_TEXTS.length) | 0]} ${n}`;
  return n % 100 === 33 ? `${SECRETS[((n / 100) % SECRETS.length) | 0]} ${n}` : plain;
}

export function isSecret(text: string): boolean {
  return SECRET_SIGNS.some((sign) => text.includes(sign));
}

export const NOTE_SCHEMA = `
  CREATE TABLE memory_notes (id TEXT PRIMARY KEY, kind TEXT NOT NULL, content TEXT NOT NULL,
    scope TEXT NOT NULL DEFAULT 'user', user_id TEXT, tags TEXT NOT NULL DEFAULT '[]',
    confidence REAL NOT NULL DEFAULT 1.0, stability TEXT NOT NULL DEFAULT 'stable', expires_at TEXT,
    sensitivity TEXT NOT NULL DEFAULT 'normal', evidence TEXT NOT NULL DEFAULT '[]', job_id TEXT,
    superseded_by TEXT, created_at TEXT NOT NULL);
  CREATE TABLE vec_notes_chunks (chunk_id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL,
    validity BLOB NOT NULL, rowids BLOB NOT NULL);
  CREATE TABLE vec_notes_rowids (rowid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL,
    chunk_id INTEGER, chunk_offset INTEGER);
  CREATE TABLE vec_notes_vector_chunks00 (rowid PRIMARY KEY, vectors BLOB NOT NULL);`;

const NOTE_KINDS = ["log", "summary", "rule", "soul"] as const;
const STABILITIES = ["volatile", "stable", "permanent"] as const;

export function noteId(n: number): string {
  return `note-${n.toString(16).padStart(8, "0")}`;
}

export function noteRows(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = NOTE_KINDS[n % 4] ?? "log";
    return {
      ...{ id: noteId(n), kind, created_at: day(n) },
      content: oddly(n, `Note ${n} of the harbour: berth ${n * 3} is free.`),
      scope: pick(n, ["project-x", "user", "shared", "user", "user"]),
      user_id: pick(n, ["user-1", null, "user-2", "user-3"]),
      tags: pick(n % 40 === 1 ? 0 : 1 + (n % 2), ["not json", "[]", '["harbour","ta g"]']),
      confidence: (n % 11) / 10,
      stability: kind === "soul" ? "permanent" : pick(n, STABILITIES),
      expires_at: kind === "soul" ? null : pick(n, [day(n), null, "2099-01-01T00:00:00.000Z"]),
      sensitivity: pick(n, ["sensitive", "normal", "normal", "normal", "normal"]),
      evidence: kind === "rule" ? JSON.stringify([`seen ${n} times`, `again ${n}`]) : "[]",
      job_id: pick(n, [`job-${n}`, null, null]),
      superseded_by: pick(n, [null, null, null, null, noteId(n + 4), null, null, null, null, null]),
    };
  });
}

function pick<T>(n: number, from: readonly T[]): T {
  return from[n % from.length] as T;
}

/** As sqlite-vec keeps the vectors of the first notes: all in one chunk. */
export function noteVectors(count: number): Readonly<Record<string, readonly Row[]>> {
  const floats = new Float32Array(1024 * 4);
  for (let n = 0; n < count; n += 1) floats.set([n + 1, 1, 0, 0], n * 4);
  const bytes = new Uint8Array(floats.buffer);
  const none = new Uint8Array(128);
  return {
    vec_notes_chunks: [{ chunk_id: 1, size: 1024, validity: none, rowids: none }],
    vec_notes_vector_chunks00: [{ rowid: 1, vectors: bytes }],
    vec_notes_rowids: Array.from({ length: count }, (_, n) => ({
      id: noteId(n),
      chunk_id: 1,
      chunk_offset: n,
    })),
  };
}

export const FACT_SCHEMA = `
  CREATE TABLE messages (message_id TEXT PRIMARY KEY, created_at TEXT NOT NULL, guild_id TEXT,
    channel_id TEXT NOT NULL, author_id TEXT NOT NULL, author_name TEXT NOT NULL, is_bot INTEGER NOT NULL,
    content TEXT NOT NULL, referenced_message_id TEXT);
  CREATE TABLE memory_facts (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    guild_id TEXT NOT NULL, channel_id TEXT, subject TEXT NOT NULL, fact TEXT NOT NULL,
    fact_type TEXT NOT NULL DEFAULT 'general', evidence_text TEXT, source_message_id TEXT,
    confidence REAL NOT NULL DEFAULT 0.5, is_active INTEGER NOT NULL DEFAULT 1, UNIQUE(guild_id, subject, fact));
  CREATE TABLE memory_fact_vectors_native (fact_id INTEGER NOT NULL, model TEXT NOT NULL, dims INTEGER NOT NULL,
    embedding_blob BLOB NOT NULL, updated_at TEXT NOT NULL, PRIMARY KEY (fact_id, model));`;

export const GUILDS = ["100000000000000001", "100000000000000002", "__proto__"] as const;
const TYPES = ["preference", "profile", "relationship", "project", "other", "general", "hobby"];

export function guildOf(n: number): string {
  return GUILDS[n % GUILDS.length] ?? "";
}

export function messageRows(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => ({
    message_id: messageId(n),
    created_at: day(n),
    guild_id: guildOf(n),
    channel_id: `c${n % 4}`,
    author_id: `90000000000000000${n % 6}`,
    author_name: n % 6 === 0 ? "Ana 🍣" : `Person ${n % 6}`,
    is_bot: n % 6 === 5 ? 1 : 0,
    content: oddly(n, `I moored boat ${n} at pier ${n % 9}.`),
    referenced_message_id: null,
  }));
}

export function factRows(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => {
    const isLore = n % 12 === 0;
    const plain = isLore ? `Memory line: buoy ${n} is red.` : `Moors boat ${n} at pier ${n % 9}.`;
    return {
      ...{ id: n + 1, guild_id: guildOf(n), channel_id: pick(n, [null, `c${n % 4}`]) },
      created_at: day(n).replace("T", " ").slice(0, 19),
      updated_at: day(n + 1),
      subject: isLore ? "__lore__" : `90000000000000000${n % 5}`,
      fact: oddly(n, plain),
      fact_type: isLore ? "lore" : pick(n, TYPES),
      evidence_text: pick(n, [null, `boat ${n}`, `boat ${n}`]),
      source_message_id: pick(n, [null, "gone", messageId(n), messageId(n), messageId(n)]),
      confidence: ((n % 10) + 1) / 10,
      is_active: pick(n, [0, 1, 1, 1, 1, 1, 1]),
    };
  });
}

export function messageId(n: number): string {
  return `11000000000${String(n).padStart(8, "0")}`;
}

/** `dims` numbers for each of the first facts, under a model of that name. */
export function factVectors(count: number, model: string, dims: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => ({
    fact_id: n + 1,
    model,
    dims,
    embedding_blob: new Uint8Array(
      Float32Array.from({ length: dims }, (_at, at) => (at === 0 ? n + 1 : 1)).buffer,
    ),
    updated_at: day(n),
  }));
}

export const PROFILE_SCHEMA = `
  CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, discord_id TEXT NOT NULL UNIQUE, username TEXT NOT NULL,
    display_name TEXT NOT NULL DEFAULT '');
  CREATE TABLE user_profiles (user_id INTEGER PRIMARY KEY REFERENCES users(id), bio TEXT NOT NULL DEFAULT '[]',
    interests TEXT NOT NULL DEFAULT '[]', skills TEXT NOT NULL DEFAULT '[]', opinions TEXT NOT NULL DEFAULT '[]',
    relationships TEXT NOT NULL DEFAULT '[]', other TEXT NOT NULL DEFAULT '[]',
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
  CREATE TABLE interaction_notes (id INTEGER PRIMARY KEY AUTOINCREMENT, guild_id TEXT NOT NULL,
    channel_id TEXT NOT NULL, note_type TEXT NOT NULL, participants TEXT NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL, source_note_ids TEXT, note_date DATE NOT NULL,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP);
  CREATE TABLE vec_notes (note_id INTEGER PRIMARY KEY, embedding BLOB);
  CREATE TABLE channel_buffers (channel_id TEXT PRIMARY KEY, guild_id TEXT NOT NULL, messages TEXT NOT NULL,
    started_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
  CREATE TABLE memory_job_log (id INTEGER PRIMARY KEY CHECK (id = 1), last_run DATETIME NOT NULL);
  CREATE TABLE facts (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users(id),
    original_message_id TEXT NOT NULL, fact_text TEXT NOT NULL, created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    is_active INTEGER DEFAULT 1);`;

const SECTIONS = ["bio", "interests", "skills", "opinions", "relationships", "other"] as const;
const SPEAKERS = 40;

export function discordId(user: number): string {
  return `9000000000000000${String(user).padStart(2, "0")}`;
}

/** Every user talks in the guild of their number, so each is in one place. */
export function userRows(): readonly Row[] {
  return Array.from({ length: SPEAKERS }, (_, n) => ({
    id: n + 1,
    discord_id: discordId(n + 1),
    username: `user${n + 1}`,
    display_name: n === 0 ? "Zoë 🍣" : `Person ${n + 1}`,
  }));
}

/** Of users in one guild: those whose number leaves the same when divided. */
function talkers(n: number): readonly string[] {
  const first = (n % SPEAKERS) + 1;
  const other = ((n + 3) % 39) + 1;
  return [discordId(first), ...(other % 3 === first % 3 ? [discordId(other)] : [])];
}

export function interactionRows(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => {
    const isCluster = n % 8 === 7;
    return {
      id: n + 1,
      guild_id: guildOf((n % SPEAKERS) + 1),
      channel_id: `c${n % 5}`,
      note_type: isCluster ? "topic_cluster" : "conversation",
      participants: n === 50 ? "broken" : JSON.stringify(talkers(n)),
      title: `Talk ${n}`,
      summary: oddly(n, `They spoke of boat ${n} and of pier ${n % 9}.`),
      source_note_ids: isCluster ? JSON.stringify([n, n - 1, 99_999]) : null,
      note_date: day(n).slice(0, 10),
      created_at: day(n).replace("T", " ").slice(0, 19),
    };
  });
}

/** Each user has a line in each section, from the first note they were in. */
export function profileRows(): readonly Row[] {
  return userRows().map((_, n) => ({
    user_id: n + 1,
    ...Object.fromEntries(
      SECTIONS.map((section) => [
        section,
        JSON.stringify([{ text: `Has ${section} number ${n + 1}`, note_id: n + 1 }]),
      ]),
    ),
    updated_at: day(n + 1),
  }));
}

export function bufferRows(): readonly Row[] {
  return [1, 2].map((n) => ({
    channel_id: `open${n}`,
    guild_id: guildOf(n),
    messages: JSON.stringify(
      [1, 2, 3].map((at) => ({
        discord_id: discordId(n),
        username: `user${n}`,
        display_name: `Person ${n}`,
        text: `I keep ${at} bees on boat ${n}.`,
        message_id: `m${n}-${at}`,
      })),
    ),
    started_at: "2025-12-01 10:00:00",
    updated_at: "2025-12-01 10:20:00",
  }));
}

export function flatRows(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    user_id: (n % SPEAKERS) + 1,
    original_message_id: messageId(n),
    fact_text: `Flat fact ${n} of boat ${n}.`,
    created_at: day(n),
    is_active: n % 5 === 0 ? 0 : 1,
  }));
}

/** One store of each system, with so many rows of what it has most of. */
export const OLD_SYSTEMS = {
  notes: (count: number) =>
    storeOf("agent.db", NOTE_SCHEMA, { memory_notes: noteRows(count), ...noteVectors(count) }),
  facts: (count: number) =>
    storeOf("bot.db", FACT_SCHEMA, {
      messages: messageRows(count),
      memory_facts: factRows(count),
      memory_fact_vectors_native: factVectors(20, "another", 4),
    }),
  profiles: (count: number) =>
    storeOf("bot.db", PROFILE_SCHEMA, {
      users: userRows(),
      user_profiles: profileRows(),
      interaction_notes: interactionRows(count),
      channel_buffers: bufferRows(),
      memory_job_log: [{ id: 1, last_run: "2025-12-01 23:59:00" }],
      facts: flatRows(40),
    }),
} as const;
