// Takes a message in from outside.

import type { NewMessage } from "../model/message.ts";
import { present } from "../model/present.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import { MessageInput, parseInput } from "./inputs.ts";

export function messageOf(input: unknown, deps: Readonly<{ now: Clock; ids: Ids }>): NewMessage {
  const given = parseInput(MessageInput, input);
  const role = given.role ?? (given.author.isBot ? "assistant" : "user");
  const { author } = given;
  return present({
    tenant: given.tenant,
    id: given.id ?? deps.ids(),
    channel: given.channel,
    thread: given.thread,
    at: given.at ?? deps.now().toISOString(),
    author: { id: author.id, name: author.name ?? author.id, isBot: author.isBot },
    text: given.text,
    role,
    origin: given.origin ?? (role === "system" ? "operator" : role),
    scope: given.scope,
    user: given.user,
    source: given.source,
  });
}
