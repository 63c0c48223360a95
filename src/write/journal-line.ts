// One message as one line of the day's journal, so written that no text can pretend to be another line.

import { inert } from "../model/inert-line.ts";
import type { NewMessage } from "../model/message.ts";

export function journalLine(message: NewMessage): string {
  const time = message.at.slice(11, 19);
  const where =
    message.thread === undefined ? message.channel : `${message.channel}/${message.thread}`;
  const place = message.source === undefined ? where : `${where}, ${message.source}`;
  return `- ${time} **${inert(message.author.name)}** (${inert(place)}): ${inert(message.text)}`;
}
