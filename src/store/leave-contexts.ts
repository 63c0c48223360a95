// A message is also found by what came just before it, so its row repeats a piece of the message it answers.
// When that one goes, the repetition goes with it.

import { number, text } from "./columns.ts";
import { all, first, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";

/** Writers that came at the same time may all have answered the same message. */
const LOOKED_AT = 20;
/** Enough of a message to see that a context does not hold it; contexts hold hundreds of characters. */
const PROBED = 16;

/** Before the message itself is removed. */
export function* leaveContexts(dialect: Dialect, tenant: string, id: string): Step<void> {
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
