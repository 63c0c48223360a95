// The formats there are, and which of them a source is in.

import { MemoryError } from "../errors.ts";
import { FORMATS, type Format } from "../model/transfer-format.ts";
import type { TransferDeps } from "./deps.ts";
import { detect } from "./detect.ts";
import { fromChat } from "./from/chat.ts";
import { fromChatGpt } from "./from/chatgpt.ts";
import { fromClaude } from "./from/claude.ts";
import { fromCsv } from "./from/csv.ts";
import { fromDiscord } from "./from/discord.ts";
import { fromFacts } from "./from/facts.ts";
import { fromLetta } from "./from/letta.ts";
import { fromMarkdown } from "./from/markdown.ts";
import { fromMem0 } from "./from/mem0.ts";
import { fromNotes } from "./from/notes.ts";
import { fromOwn } from "./from/own.ts";
import { fromProfiles } from "./from/profiles.ts";
import { fromServerMemory } from "./from/server-memory.ts";
import { fromSupervisor } from "./from/supervisor.ts";
import { fromVault } from "./from/vault.ts";
import type { Importer, ImportOptions, ImportRecord } from "./record.ts";
import type { ImportReport } from "./report.ts";
import type { ImportSource } from "./source/source.ts";

type Readable = Readonly<{ format: Format; records: AsyncIterable<ImportRecord> }>;
type Opening = Pick<TransferDeps, "openForeign" | "openForeignServer">;
type Asked = Readonly<{ format?: Format; options: ImportOptions }>;

export async function formatOf(
  source: ImportSource,
  { format, options }: Asked,
  deps: Opening,
): Promise<Readable> {
  const found = format ?? (await detect(source, deps));
  if (typeof found === "string")
    return { format: found, records: importers(deps)[found](source, options) };
  throw new MemoryError(
    "invalid_input",
    `This looks like ${found.looksLike}, which cannot be imported. Known formats: ${FORMATS.join(", ")}.`,
    { details: { looksLike: found.looksLike } },
  );
}

function importers({ openForeign, openForeignServer }: Opening) {
  return {
    mneme: fromOwn,
    vault: fromVault,
    chatgpt: fromChatGpt,
    claude: fromClaude,
    mem0: fromMem0,
    letta: fromLetta,
    "server-memory": fromServerMemory,
    markdown: fromMarkdown,
    discord: fromDiscord,
    chat: fromChat,
    csv: fromCsv,
    notes: fromNotes(openForeign),
    facts: fromFacts(openForeign),
    profiles: fromProfiles(openForeign),
    supervisor: fromSupervisor(openForeignServer),
  } as const satisfies Readonly<Record<Format, Importer>>;
}

/** What a source must hold to be read as a format. */
const EXPECTED: Readonly<Record<Format, string>> = {
  mneme: "the lines of `mneme export --format jsonl`",
  vault: "the lines of a `vault.jsonl`",
  chatgpt: "conversations with a `mapping`",
  claude: "conversations with `chat_messages`",
  mem0: "objects with a `memory`",
  letta: "an agent file with `blocks` or `messages`",
  "server-memory": "entities with `observations`, and relations",
  markdown: "notes with text in them",
  discord: "a channel with `messages`",
  chat: "messages with a `role` and a `content`, or an `author` and a `text`",
  csv: "a header with `text`, or with `memory`, `fact` or `note`, and rows below it",
  notes: "an SQLite file with rows in the table `memory_notes`",
  facts: "an SQLite file with rows in the tables `memory_facts` or `messages`",
  profiles:
    "an SQLite file with rows in `user_profiles`, `interaction_notes`, `channel_buffers` or `facts`",
  supervisor:
    "the address of a PostgreSQL database with rows in `memories` or `supervisor_checkpoints`",
};

const TOLD_PROBLEMS = 3;

export function nothingImported(format: Format, report: ImportReport): MemoryError {
  const { counts, reasons, problems } = report;
  const found = Object.entries(counts).flatMap(([name, n]) => (n > 0 ? [`${n} ${name}`] : []));
  const why = [
    ...Object.entries(reasons).map(([reason, count]) => `${reason} (${count})`),
    ...problems.slice(0, TOLD_PROBLEMS).map(({ where, reason }) => `${where} ${reason}`),
  ];
  const told = [found.length === 0 ? "nothing in it" : found.join(", "), ...why].join("; ");
  return new MemoryError(
    "invalid_input",
    `Nothing was imported. Read as \`${format}\`, found: ${told}. Expected: ${EXPECTED[format]}.`,
    { details: { format, counts, reasons, problems } },
  );
}
