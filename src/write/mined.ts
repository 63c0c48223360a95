// What is written down about the reading of a message: that it was read, what came of it, or why it failed.

import type { Activity } from "../model/activity.ts";
import type { Change, MinedOutcome } from "../model/change-set.ts";
import type { NewMessage } from "../model/message.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { ListenDeps } from "./act.ts";

type Deps = Pick<ListenDeps, "now">;

export function minedChanges(
  message: NewMessage,
  outcomes: readonly Outcome[],
  deps: Deps,
): readonly Change[] {
  const outcome: MinedOutcome = outcomes.length === 0 ? "nothing" : "facts";
  const call = {
    op: "memory_extract_call",
    status: outcome === "facts" ? "ok" : "skipped",
    ...(message.source === undefined ? {} : { detail: message.source }),
  } as const;
  const facts = outcomes.flatMap((one) =>
    one.type === "stored" || one.type === "merged"
      ? [{ op: "memory_fact", memoryId: one.id, detail: one.type }]
      : [],
  );
  return [
    { type: "mined", messageId: message.id, outcome },
    ...[call, ...facts].map((what): Change => {
      return { type: "record", activity: activityOf(message, deps, what) };
    }),
  ];
}

/** What may pass stays pending; what will not is marked. Both are logged. */
export function failedChanges(
  message: NewMessage,
  { type, reason }: Exclude<Extraction, { type: "ok" }>,
  deps: Deps,
): readonly Change[] {
  const activity = activityOf(message, deps, {
    op: "memory_extract_error",
    status: "error",
    detail: reason,
  });
  const done: readonly Change[] =
    type === "rejected" ? [{ type: "mined", messageId: message.id, outcome: "failed" }] : [];
  return [{ type: "record", activity }, ...done];
}

function activityOf(
  message: NewMessage,
  deps: Deps,
  what: Pick<Activity, "op"> & Partial<Activity>,
): Activity {
  return {
    tenant: message.tenant,
    at: deps.now().toISOString(),
    node: "hotpath",
    status: "ok",
    messageId: message.id,
    user: message.author.id,
    ...what,
  };
}
