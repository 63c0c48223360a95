// A table of messages or of memories, with the names of its columns in the first row.

import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { MemoryError } from "../../errors.ts";
import { KINDS } from "../../model/kinds.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ownValue } from "../../model/own-value.ts";
import { ledgerKey } from "../drafts.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { SourceFile } from "../source/source.ts";
import { decode, headText } from "../text/decode.ts";
import { type Fields, fieldsIn, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";

const MAX_ROW_CHARACTERS = 1024 ** 2;
const HEAD_CHARACTERS = 4_096;
const SAID = ["content", "text", "message", "body"] as const;
const KEPT = ["memory", "fact", "note"] as const;
const WHO = ["author_id", "user_id", "author", "user", "username", "sender", "from"] as const;
const NAMES = ["author_name", "name", "username", "author", "user", "sender"] as const;
const WHEN = ["timestamp", "created_at", "date", "time", "at"] as const;
const WHERE = ["channel", "channel_id", "conversation", "conversation_id", "thread"] as const;

export const fromCsv: Importer = async function* (source, options) {
  for await (const file of filesOf(source, /\.(?:csv|tsv)$/)) {
    if (file.type === "bad") yield file;
    else yield* rowsOf(file, options);
  }
};

async function* rowsOf(file: SourceFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const seen = new Map<string, number>();
  let row = 1;
  try {
    for await (const fields of parsed(file, await delimiterOf(file))) {
      row += 1;
      yield recordOf(fieldsIn(fields), `${file.name}:${row}`, { options, seen });
    }
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    yield { type: "bad", where: `${file.name}:${row + 1}`, reason: "the table is broken here" };
  }
}

function parsed(file: SourceFile, delimiter: string): AsyncIterable<unknown> {
  return Readable.from(decode(file.chunks())).pipe(
    parse({
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_CHARACTERS,
    }),
  );
}

/** The sign that stands most often in the first row. */
async function delimiterOf(file: SourceFile): Promise<string> {
  const [first = ""] = (await headText(file.chunks(), HEAD_CHARACTERS)).split(/\r?\n/);
  const counted = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.sort((a, b) => b.count - a.count)[0]?.sign ?? ",";
}

type Place = Readonly<{ options: ImportOptions; seen: Map<string, number> }>;

function recordOf(row: Fields, where: string, place: Place): ImportRecord {
  const kind = KINDS.find((known) => known === row["kind"]);
  const memory = one(row, KEPT) ?? (kind === undefined ? undefined : one(row, SAID));
  if (memory !== undefined) return memoryOf(row, unquoted(memory), kind);
  const text = one(row, SAID);
  if (text === undefined) return { type: "bad", where, reason: "has no text" };
  return messageOf(row, text, place);
}

/** A cell that a spreadsheet would run was written with a quote before it. */
function unquoted(text: string): string {
  return text.replace(/^'(?=[=+\-@\t\r])/, "");
}

function memoryOf(
  row: Fields,
  text: string,
  kind: (typeof KINDS)[number] | undefined,
): ImportRecord {
  const subject = textIn(row["subject"]) ?? textIn(row["user_id"]);
  const tags = (textIn(row["tags"]) ?? "").split(/[,;\s]+/).filter((tag) => tag !== "");
  return {
    type: "memory",
    key: textIn(row["id"]) ?? `${subject ?? ""}:${text}`,
    memory: {
      text,
      tags,
      ...omitUndefined({
        kind,
        subject,
        category: textIn(row["category"]),
        validFrom: timeIn(row["valid_from"]) ?? timeIn(row["created_at"]),
      }),
    },
  };
}

function messageOf(row: Fields, text: string, { options, seen }: Place): ImportRecord {
  const role = textIn(row["role"])?.toLowerCase() === "assistant" ? "assistant" : "user";
  const id = one(row, WHO) ?? (role === "user" ? options.person.id : "assistant");
  const channel = one(row, WHERE) ?? options.channel;
  const at = timeIn(one(row, WHEN));
  const own = textIn(row["id"]) ?? textIn(row["message_id"]);
  const content = ledgerKey(channel, [id, at ?? "", text].join(" "));
  const times = (seen.get(content) ?? 0) + 1;
  if (own === undefined) seen.set(content, times);
  const key = own ?? `${content}:${times}`;
  return {
    type: "message",
    key: `${channel}:${key}`,
    message: {
      id: own ?? `csv:${ledgerKey("csv", key).slice(0, 32)}`,
      channel,
      ...(at === undefined ? {} : { at }),
      author: { id, name: one(row, NAMES) ?? id, isBot: role === "assistant" },
      text,
      role,
    },
  };
}

function one(row: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => textIn(ownValue(row, name))).find((value) => value !== undefined);
}
