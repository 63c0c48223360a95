// The tables of older bots in an SQLite file: flat facts, facts by subject, profiles in sections, conversation notes.

import { LORE_SUBJECT, SECTIONS } from "../../model/kinds.ts";
import { present } from "../../model/present.ts";
import type { ForeignRow, TransferDeps } from "../deps.ts";
import type { Importer, ImportRecord } from "../record.ts";
import { type Fields, fieldsIn, listIn, parseJson, textIn, textsIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";

const READERS: Readonly<Record<string, (row: Fields, where: string) => Iterable<ImportRecord>>> = {
  facts: factRow,
  memory_facts: factRow,
  user_profiles: profileRow,
  interaction_notes: noteRow,
};

export function fromFacts(readTables: TransferDeps["readTables"]): Importer {
  return async function* (source) {
    let row = 0;
    for await (const found of readTables(source.path, Object.keys(READERS))) {
      row += 1;
      yield* recordsIn(found, `${found.table} row ${row}`);
    }
  };
}

function recordsIn({ table, row }: ForeignRow, where: string): Iterable<ImportRecord> {
  return READERS[table]?.(row, where) ?? [];
}

function* factRow(row: Fields, where: string): Generator<ImportRecord> {
  const text = textIn(row["fact"]) ?? textIn(row["text"]) ?? textIn(row["content"]);
  if (text === undefined) {
    yield { type: "bad", where, reason: "has no fact" };
    return;
  }
  if (row["is_active"] === 0) {
    yield { type: "left_out", why: "archived" };
    return;
  }
  const subject = idIn(row["subject"]) ?? idIn(row["user_id"]) ?? idIn(row["discord_id"]);
  const guild = idIn(row["guild_id"]) ?? "";
  const confidence = row["confidence"];
  yield {
    type: "memory",
    key: `fact:${guild}:${subject ?? ""}:${text}`,
    memory: {
      text,
      ...(subject === LORE_SUBJECT ? { kind: "lore" } : {}),
      ...present({
        subject,
        category: textIn(row["fact_type"]) ?? textIn(row["category"]),
        confidence: isShare(confidence) ? confidence : undefined,
        channel: idIn(row["channel_id"]),
        validFrom: timeIn(row["created_at"]),
      }),
    },
  };
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

/** A snowflake that was kept as a number is one that still has all its digits. */
function idIn(value: unknown): string | undefined {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  return textIn(value);
}

function* profileRow(row: Fields, where: string): Generator<ImportRecord> {
  const user = idIn(row["user_id"]);
  if (user === undefined) {
    yield { type: "bad", where, reason: "a profile without a user" };
    return;
  }
  for (const section of SECTIONS) {
    const written = parseJson(textIn(row[section]) ?? "[]");
    if (written === undefined) yield { type: "bad", where, reason: `\`${section}\` is not JSON` };
    for (const line of listIn(written)) {
      const text = textIn(line) ?? textIn(fieldsIn(line)["text"]);
      if (text === undefined) continue;
      const memory = { text, subject: user, category: "profile", section } as const;
      yield { type: "memory", key: `profile:${user}:${section}:${text}`, memory };
    }
  }
}

function* noteRow(row: Fields, where: string): Generator<ImportRecord> {
  const text = textIn(row["summary"]);
  if (text === undefined) {
    yield { type: "bad", where, reason: "a note without a summary" };
    return;
  }
  const day = textIn(row["note_date"]);
  const title = textIn(row["title"]);
  yield {
    type: "memory",
    key: `note:${idIn(row["guild_id"]) ?? ""}:${idIn(row["id"]) ?? text}`,
    memory: {
      text,
      kind: row["note_type"] === "topic_cluster" ? "topic" : "episode",
      category: "event",
      participants: textsIn(parseJson(textIn(row["participants"]) ?? "[]")),
      ...present({ title, channel: idIn(row["channel_id"]), validFrom: timeIn(day) }),
    },
  };
}
