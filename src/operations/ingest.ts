// Takes a message in from outside.

import type { NewMessage } from "../model/message.ts";
import { present } from "../model/present.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import { MessageInput, parseInput } from "./inputs.ts";

export function messageOf(input: unknown, deps: Readonly<{ now: Clock; ids: Ids }>): NewMessage {
  const given = parseInput(MessageInput, input);
  const role = given.role ?? (given.author.isBot ? "assistant" : "user");
  return present({
    ...given,
    id: given.id ?? deps.ids(),
    at: given.at ?? deps.now().toISOString(),
    author: { ...given.author, name: given.author.name ?? given.author.id },
    role,
    origin: given.origin ?? (role === "system" ? "operator" : role),
  });
}
