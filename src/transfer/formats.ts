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
import { fromOwn } from "./from/own.ts";
import { fromServerMemory } from "./from/server-memory.ts";
import { fromVault } from "./from/vault.ts";
import type { Importer, ImportOptions, ImportRecord } from "./record.ts";
import type { ImportSource } from "./source/source.ts";

type Readable = Readonly<{ format: Format; records: AsyncIterable<ImportRecord> }>;
type Asked = Readonly<{ format?: Format; options: ImportOptions }>;

export async function formatOf(
  source: ImportSource,
  { format, options }: Asked,
  deps: Pick<TransferDeps, "readTables">,
): Promise<Readable> {
  const found = format ?? (await detect(source));
  if (typeof found === "string")
    return { format: found, records: importers(deps)[found](source, options) };
  throw new MemoryError(
    "invalid_input",
    `This looks like ${found.looksLike}, which cannot be imported. Known formats: ${FORMATS.join(", ")}.`,
    { details: { looksLike: found.looksLike } },
  );
}

function importers({ readTables }: Pick<TransferDeps, "readTables">) {
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
    facts: fromFacts(readTables),
  } as const satisfies Readonly<Record<Format, Importer>>;
}
