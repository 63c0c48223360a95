// The talk as it stands: the newest messages of the channel, oldest first, without those already shown (F17).

import type { ContextDeps, ContextInput } from "../context-request.ts";
import type { ItemLine } from "../layout.ts";

/** What an outside text said does not come back as talk. */
const SPOKEN: ReadonlySet<string> = new Set(["user", "operator", "assistant"]);

export async function recentMessages(
  { channel, viewer, asOf }: ContextInput,
  shown: readonly ItemLine[],
  { store, policy }: ContextDeps,
): Promise<readonly ItemLine[]> {
  if (channel === undefined) return [];
  const ids = new Set(shown.map((line) => line.id));
  const newest = await store.messages.list(viewer, {
    channel,
    isSearchable: true,
    limit: policy.maxRecentMessages,
    ...(asOf === undefined ? {} : { before: asOf }),
  });
  return newest
    .filter(({ id, origin }) => !ids.has(id) && SPOKEN.has(origin))
    .map(
      ({ id, author, text }): ItemLine => ({
        type: "line",
        section: "recentMessages",
        item: "message",
        id,
        label: author.name,
        text,
        before: "- ",
      }),
    )
    .reverse();
}
