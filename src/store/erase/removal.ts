// Removes every row that holds or repeats a memory or a message. Purging and erasing both end here.

import { createHash } from "node:crypto";
import { summed } from "../../model/own-value.ts";
import { number, text } from "../columns.ts";
import { all, first, run, type Step, send, type Value } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { addOthersUnlinked } from "../jobs/unlinked.ts";

/** Rows by table. */
export type Counts = Record<string, number>;

/** How a statement names what is removed: by its id, or by its id as it stands in stored JSON. */
type Removal = readonly [table: string, by: "id" | "json" | "both", sql: string];

const MEMORY: readonly Removal[] = [
  ["memory_versions", "id", "DELETE FROM memory_versions WHERE tenant = ? AND id = ?"],
  ["untied", "id", "DELETE FROM untied WHERE tenant = ? AND memory_id = ?"],
  ["memory_tags", "id", "DELETE FROM memory_tags WHERE tenant = ? AND memory_id = ?"],
  ["memory_sources", "id", "DELETE FROM memory_sources WHERE tenant = ? AND memory_id = ?"],
  ["memory_access", "id", "DELETE FROM memory_access WHERE tenant = ? AND memory_id = ?"],
  [
    "file_outbox",
    "id",
    "DELETE FROM file_outbox WHERE tenant = ? AND item_id = ? AND file = 'vault'",
  ],
  ["relations", "id", "DELETE FROM relations WHERE tenant = ? AND from_id = ?"],
  ["relations", "id", "DELETE FROM relations WHERE tenant = ? AND to_id = ?"],
  ["activities", "id", "DELETE FROM activities WHERE tenant = ? AND memory_id = ?"],
  [
    "history",
    "id",
    "UPDATE history SET reason = '', meta = '{}', unwritten = NULL WHERE tenant = ? AND memory_id = ?",
  ],
  [
    "import_records",
    "id",
    "UPDATE import_records SET item_id = '' WHERE tenant = ? AND item_id = ?",
  ],
];

const MESSAGE: readonly Removal[] = [
  [
    "file_outbox",
    "id",
    "DELETE FROM file_outbox WHERE tenant = ? AND item_id = ? AND file <> 'vault'",
  ],
  [
    "memory_sources",
    "id",
    "DELETE FROM memory_sources WHERE tenant = ? AND source = 'message' AND source_id = ?",
  ],
  ["activities", "id", "DELETE FROM activities WHERE tenant = ? AND message_id = ?"],
  [
    "import_records",
    "id",
    "UPDATE import_records SET item_id = '' WHERE tenant = ? AND item_id = ?",
  ],
];

/** `replace` finds the text itself, whatever the case; `LIKE` would take `%` and `_` for more than they are. */
const NAMING: readonly Removal[] = [
  [
    "jobs",
    "both",
    "DELETE FROM jobs WHERE tenant = ? AND (job_key = ? OR replace(payload, ?, '') <> payload)",
  ],
  ["reviews", "json", "DELETE FROM reviews WHERE tenant = ? AND replace(act, ?, '') <> act"],
];

/** The row is changed first: whoever is about to add something to it waits, and finds it gone. */
export function* removeMemory(dialect: Dialect, tenant: string, id: string): Step<Counts> {
  yield* send("UPDATE memories SET state = 'purged' WHERE tenant = ? AND id = ?", [tenant, id]);
  const words = yield* dialect.removeText("memory", tenant, id);
  yield* dialect.removeVectors("memory", tenant, id);
  yield* addOthersUnlinked(dialect, tenant, id);
  const counts = yield* removeRows([...MEMORY, ...NAMING], tenant, id);
  counts["memory_text"] = words;
  counts["memories"] = yield* run("DELETE FROM memories WHERE tenant = ? AND id = ?", [tenant, id]);
  return counts;
}

export function* removeMessage(dialect: Dialect, tenant: string, id: string): Step<Counts> {
  yield* scrubContext(dialect, tenant, id);
  yield* send("UPDATE messages SET text = '' WHERE tenant = ? AND id = ?", [tenant, id]);
  const words = yield* dialect.removeText("message", tenant, id);
  yield* dialect.removeVectors("message", tenant, id);
  const counts = yield* removeRows([...MESSAGE, ...NAMING], tenant, id);
  counts["message_text"] = words;
  counts["messages"] = yield* run("DELETE FROM messages WHERE tenant = ? AND id = ?", [tenant, id]);
  return counts;
}

function* removeRows(removals: readonly Removal[], tenant: string, id: string): Step<Counts> {
  let counts: Counts = {};
  const inJson = JSON.stringify(id);
  const names = { id: [id], json: [inJson], both: [id, inJson] } as const;
  for (const [table, by, sql] of removals) {
    const values: Value[] = [tenant, ...names[by]];
    counts = summed(counts, { [table]: yield* run(sql, values) });
  }
  return counts;
}

/** What stays of something erased: a hash that can say "this was erased" and nothing else. */
export function hashId(tenant: string, id: string): string {
  return createHash("sha256")
    .update(JSON.stringify([tenant, id]))
    .digest("hex");
}

// A message is also found by what came just before it, so its row repeats a piece of the message it answers.
// When that one goes, the repetition goes with it.

/** Writers that came at the same time may all have answered the same message. */
const LOOKED_AT = 20;
/** Enough of a message to see that a context does not hold it; contexts hold hundreds of characters. */
const PROBED = 16;

/** Before the message itself is removed. */
export function* scrubContext(dialect: Dialect, tenant: string, id: string): Step<void> {
  const gone = yield* first("SELECT seq, channel, text FROM messages WHERE tenant = ? AND id = ?", [
    tenant,
    id,
  ]);
  if (gone === undefined) return;
  const after = yield* all(
    `SELECT id, text, context FROM messages WHERE tenant = ? AND channel = ? AND seq > ?
     ORDER BY seq LIMIT ?`,
    [tenant, text(gone, "channel"), number(gone, "seq"), LOOKED_AT],
  );
  for (const row of after) {
    const context = withoutPiece(text(row, "context"), text(gone, "text"));
    if (context === text(row, "context")) continue;
    const answer = { tenant, id: text(row, "id"), text: text(row, "text"), context };
    yield* send("UPDATE messages SET context = ? WHERE tenant = ? AND id = ?", [
      context,
      tenant,
      answer.id,
    ]);
    const entries = yield* dialect.removeText("message", tenant, answer.id);
    if (entries > 0) yield* dialect.putText([{ item: "message", filing: "again", ...answer }]);
  }
}

/** A context ends with the beginning of the message before it. */
function withoutPiece(context: string, said: string): string {
  if (!context.includes(` ${said.slice(0, PROBED)}`)) return context;
  for (let length = Math.min(context.length, said.length); length > 0; length--) {
    const piece = ` ${said.slice(0, length)}`;
    if (context.endsWith(piece)) return context.slice(0, -piece.length);
  }
  return context;
}
