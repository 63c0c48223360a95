// An episode that lost one of its messages is told again from those that are left: nobody else's words go with it.

import type { Change } from "../../model/change-set.ts";
import type { Memory } from "../../model/memory.ts";
import type { CurateDeps } from "../doing.ts";

/** `messageId` is left out, unless it was edited: then its new words are told with the others. */
export type Lost = Readonly<{ messageId: string; isEdited: boolean }>;

/** They go back into a buffer that nobody else writes to, with its flush on the way, in the same commit. */
export function tellAgain(
  episode: Memory,
  { messageId, isEdited }: Lost,
  deps: Pick<CurateDeps, "now" | "ids">,
): readonly Change[] {
  const left = episode.evidence.flatMap((piece) =>
    piece.type === "span" && (isEdited || piece.messageId !== messageId) ? [piece.messageId] : [],
  );
  if (left.length === 0) return [];
  const { tenant } = episode;
  const runAt = deps.now().toISOString();
  const at = episode.validFrom ?? runAt;
  const buffer = deps.ids();
  const channel = `told again: ${buffer}`;
  return [
    ...left.map((id): Change => {
      return { type: "buffer", messageId: id, channel, buffer, at, flushAt: runAt };
    }),
    { type: "close_buffer", channel, buffer },
    {
      type: "enqueue",
      job: {
        id: deps.ids(),
        tenant,
        name: "flush",
        key: buffer,
        payload: { buffer, channel },
        runAt,
      },
    },
  ];
}

/** In an open conversation or in none, an edited message finds its place by itself. */
export function withoutPlace(changes: readonly Change[]): readonly Change[] {
  const isPlace = ({ type }: Change) => type === "buffer" || type === "close_buffer";
  return changes.filter((change) => !isPlace(change) && !isFlush(change));
}

function isFlush(change: Change): boolean {
  return change.type === "enqueue" && change.job.name === "flush";
}
