// Groups messages into conversations, so that one good turn speaks for the turns around it.

import type { Message } from "../model/message.ts";

/** Turns of one channel in order; a long silence starts the next conversation. */
export function conversations(
  messages: readonly Message[],
  gapMinutes: number,
): readonly (readonly Message[])[] {
  const byChannel = new Map<string, Message[]>();
  for (const message of messages) {
    const said = byChannel.get(message.channel) ?? [];
    said.push(message);
    byChannel.set(message.channel, said);
  }
  return [...byChannel.values()].flatMap((said) => splitAtSilence(said, gapMinutes));
}

function splitAtSilence(said: readonly Message[], gapMinutes: number): readonly Message[][] {
  const parts: Message[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const message of said.toSorted((a, b) => a.position - b.position)) {
    const at = Date.parse(message.at);
    if (at - last > gapMinutes * 60_000) parts.push([]);
    parts.at(-1)?.push(message);
    last = at;
  }
  return parts;
}
