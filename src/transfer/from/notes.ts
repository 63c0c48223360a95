// Notes of an agent in the tables `memory_notes` and `vec_notes`: what happened, what was summed up, rules, and who the
// agent is. Expired and superseded ones come too, as that is what they are.

import { KINDS, type Kind, STABILITIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { ForeignRow, OpenForeign } from "../../ports/foreign-database.ts";
import type { Importer, ImportRecord } from "../record.ts";
import {
  fromSqlite,
  idIn,
  listOf,
  memoryRow,
  ownId,
  rowsOf,
  shareIn,
  whenIn,
  wordsIn,
} from "./moved.ts";
import { noteVectors } from "./old-vectors.ts";

const TABLE = "memory_notes";
const NOTE_KINDS: readonly Kind[] = ["log", "summary", "rule", "soul"];

export function fromNotes(openForeign: OpenForeign): Importer {
  return fromSqlite(openForeign, function* ({ db, options }) {
    const { tenant, vectorsOf: model } = options;
    for (const { row, where } of rowsOf(db, TABLE)) yield* noteIn(row, { where, tenant });
    if (model === undefined) return;
    for (const { id, vector } of noteVectors(db))
      yield { type: "vector", item: "memory", id: ownId(TABLE, id), model, vector };
  });
}

type Place = Readonly<{ where: string; tenant: string }>;

function* noteIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const { where } = place;
  const text = wordsIn(row, "content", "text");
  const id = idIn(row, "id");
  if (text === undefined || id === undefined) {
    yield { type: "bad", where, reason: "has no id or no content" };
    return;
  }
  const kind = KINDS.find((known) => NOTE_KINDS.includes(known) && known === row["kind"]);
  const tags = listOf(row, "tags");
  const evidence = listOf(row, "evidence");
  yield* [
    ...(kind === undefined ? [odd(where, "kind", "a `log`")] : []),
    ...(tags === undefined ? [odd(where, "tags", "none")] : []),
    ...(evidence === undefined ? [odd(where, "evidence", "none")] : []),
  ];
  yield memoryRow(
    {
      ...{ id: ownId(TABLE, id), text, kind: kind ?? "log", tags: tags ?? [] },
      evidence: (evidence ?? []).map((said) => ({ type: "statement", text: said })),
      ...manner(row, kind),
      ...standing(row),
    },
    place,
  );
}

function manner(row: ForeignRow, kind: Kind | undefined) {
  const stability = STABILITIES.find((known) => known === row["stability"]);
  return {
    scope: wordsIn(row, "scope") ?? "user",
    confidence: shareIn(row, "confidence") ?? 1,
    stability: stability ?? (kind === "soul" ? "permanent" : "stable"),
    sensitivity: row["sensitivity"] === "sensitive" ? "sensitive" : "normal",
  } as const;
}

/** Whose it is, since when, until when, and what took its place. */
function standing(row: ForeignRow): Partial<Memory> {
  const replaced = idIn(row, "superseded_by", "supersededBy");
  const job = idIn(row, "job_id", "jobId");
  const createdAt = whenIn(row, "created_at", "createdAt");
  return omitUndefined({
    user: idIn(row, "user_id", "userId"),
    expiresAt: whenIn(row, "expires_at", "expiresAt"),
    createdAt,
    updatedAt: whenIn(row, "updated_at", "updatedAt") ?? createdAt,
    supersededBy: replaced === undefined ? undefined : ownId(TABLE, replaced),
    state: replaced === undefined ? undefined : ("superseded" as const),
    writer: job === undefined ? undefined : { job },
  });
}

function odd(where: string, column: string, instead: string): ImportRecord {
  return { type: "odd", where, reason: `\`${column}\` cannot be read; taken as ${instead}` };
}
