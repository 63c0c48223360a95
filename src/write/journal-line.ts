// One message as one line of the day's journal, so written that no text can pretend to be another line.

import type { NewMessage } from "../model/message.ts";
import { tidy } from "../model/text.ts";

export function journalLine(message: NewMessage): string {
  const time = message.at.slice(11, 19);
  const place =
    message.thread === undefined ? message.channel : `${message.channel}/${message.thread}`;
  return `- ${time} **${inert(message.author.name)}** (${inert(place)}): ${inert(message.text)}`;
}

/** One line, and nothing in it that markdown, its common extensions or HTML would act on. */
export function inert(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, " "))
    .replace(/[\\`*_{}[\]<>#|!~$%^&=]/g, "\\$&")
    .replace(/::/g, ":\\:")
    .replace(/^[-+]/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}
