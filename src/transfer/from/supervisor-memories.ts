// The rows of a supervisor's table `memories`: semantic and episodic ones, insights and procedures.

import { KINDS, type Kind, STABILITIES } from "../../model/kinds.ts";
import type { Importance, Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { STATES, type State } from "../../model/state.ts";
import type { ForeignRow } from "../../ports/foreign-database.ts";
import { shortId } from "../drafts.ts";
import type { ImportRecord } from "../record.ts";
import { listIn, textsIn } from "../text/parse-json.ts";
import {
  bad,
  fieldIn,
  idIn,
  isSet,
  jsonIn,
  listOf,
  memoryRow,
  odd,
  ownId,
  type Place,
  shareIn,
  shortened,
  whenIn,
  wordsIn,
} from "./moved.ts";
import { floats } from "./old-vectors.ts";

export const MEMORIES = "memories";

const KIND_OF: ReadonlyMap<string, Kind> = new Map([
  ["semantic", "fact"],
  ["episodic", "episode"],
  ["procedural", "procedure"],
]);
const STATE_OF: ReadonlyMap<string, State> = new Map([
  ["deleted", "soft_deleted"],
  ["merged", "superseded"],
]);
const LEAST_IMPORTANCE = 1;
const MOST_IMPORTANCE = 5;

export function* memoryIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const id = idIn(row, "id", "memory_id");
  const text = textOf(row);
  if (id === undefined || text === undefined) return yield bad(place, "has no id or no text");
  const tags = listOf(row, "tags");
  if (tags === undefined) yield odd(place, "tags", "none");
  const importance = importanceIn(row);
  if (importance === undefined && fieldIn(row, "importance") !== undefined)
    yield odd(place, "importance", "what is usual for its kind");
  const state = stateIn(row);
  if (state === undefined) yield odd(place, "state", "`active`");
  const kind = kindIn(row);
  const own = ownId(MEMORIES, id);
  yield memoryRow(
    {
      ...{ id: own, text, kind, state: state ?? "active", tags: (tags ?? []).map(shortId) },
      ...{ category: categoryIn(row, kind), pinned: isSet(row, "pinned") ?? false },
      ...belonging(row, kind),
      ...lasting(row),
      ...omitUndefined({ importance, confidence: shareIn(row, "confidence") }),
    },
    place,
  );
  yield* accessIn(row, own, place);
}

/** Steps may be written as a list. */
function textOf(row: ForeignRow): string | undefined {
  const steps = textsIn(jsonIn(row, "steps_text"));
  if (steps.length > 0) return steps.map((step, at) => `${at + 1}. ${step}`).join("\n");
  return wordsIn(row, "text", "summary", "content", "memory", "steps_text");
}

function kindIn(row: ForeignRow): Kind {
  const type = (wordsIn(row, "type", "memory_type", "kind") ?? "semantic").toLowerCase();
  const kind = KIND_OF.get(type) ?? KINDS.find((known) => known === type);
  if (kind !== undefined) return kind === "fact" ? factOrNote(row) : kind;
  return wordsIn(row, "category") === "procedural" ? "procedure" : factOrNote(row);
}

/** A fact is about somebody. */
function factOrNote(row: ForeignRow): Kind {
  return idIn(row, "user_id") === undefined ? "log" : "fact";
}

function categoryIn(row: ForeignRow, kind: Kind): string {
  const category = shortened(wordsIn(row, "category"));
  if (kind === "procedure") return "procedural";
  return category ?? (kind === "insight" ? "relationship_dynamic" : "general");
}

/** Whose it is, and who wrote it. */
function belonging(row: ForeignRow, kind: Kind) {
  const user = idIn(row, "user_id");
  const owner = user === undefined ? undefined : shortId(user);
  const writer = omitUndefined({
    agent: shortened(idIn(row, "agent_id")),
    run: shortened(idIn(row, "run_id")),
    actor: shortened(idIn(row, "actor_id")),
    role: shortened(wordsIn(row, "role")),
  });
  return {
    scope: owner === undefined ? "shared" : "user",
    writer,
    ...omitUndefined({
      user: owner,
      subject: kind === "fact" || kind === "insight" ? owner : undefined,
      thread: shortened(idIn(row, "thread_id")),
    }),
  };
}

function lasting(row: ForeignRow): Partial<Memory> {
  const createdAt = whenIn(row, "created_at");
  const replaced = idIn(row, "superseded_by", "merged_into");
  return omitUndefined({
    createdAt,
    updatedAt: whenIn(row, "updated_at") ?? createdAt,
    validFrom: createdAt,
    expiresAt: whenIn(row, "expires_at"),
    purgeAt: whenIn(row, "purge_at"),
    stability: STABILITIES.find((known) => known === row["stability"]),
    supersededBy: replaced === undefined ? undefined : ownId(MEMORIES, replaced),
  });
}

/** Undefined for one that is not known. */
function stateIn(row: ForeignRow): State | undefined {
  const named = wordsIn(row, "state", "status")?.toLowerCase();
  if (named === undefined)
    return fieldIn(row, "deleted_at") === undefined ? "active" : "soft_deleted";
  return STATE_OF.get(named) ?? STATES.find((known) => known === named && known !== "purged");
}

function importanceIn(row: ForeignRow): Importance | undefined {
  const value = Number(fieldIn(row, "importance") ?? Number.NaN);
  const isInRange = value >= LEAST_IMPORTANCE && value <= MOST_IMPORTANCE;
  return isInRange ? (Math.round(value) as Importance) : undefined;
}

/** When it was last read, by which it is forgotten or stays. */
function* accessIn(row: ForeignRow, memoryId: string, place: Place): Generator<ImportRecord> {
  const lastAt = whenIn(row, "last_accessed", "last_accessed_at");
  if (lastAt === undefined) return;
  const times = Number(fieldIn(row, "access_count", "retrieval_count") ?? 1);
  const read = Number.isSafeInteger(times) && times > 0 ? times : 1;
  yield { type: "moved", ...place, record: { type: "access", memoryId, lastAt, times: read } };
}

/** From a column of `pgvector`, of numbers or of bytes. */
export function* vectorIn(row: ForeignRow, vectorsOf: string | undefined): Generator<ImportRecord> {
  const id = idIn(row, "id", "memory_id");
  const written = fieldIn(row, "embedding", "vector");
  if (id === undefined || written === undefined) return;
  const numbers = listIn(jsonIn({ written }, "written"));
  const vector =
    floats(written) ??
    (numbers.length > 0 && numbers.every((one) => typeof one === "number")
      ? Float32Array.from(numbers)
      : undefined);
  const model = wordsIn(row, "embedding_model") ?? vectorsOf;
  if (vector !== undefined)
    yield { type: "vector", item: "memory", id: ownId(MEMORIES, id), model, vector };
}
