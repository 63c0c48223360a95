// Takes a message in from outside.

import type { z } from "zod";
import type { NewMessage } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Clock, Ids } from "../../ports/clock.ts";
import { MessageInput, parseInput } from "../inputs.ts";
import { operation } from "../operation.ts";
import { ReceiptOutput } from "../outputs.ts";

/** It is read for facts, and embedded. */
const MODEL_CALLS = 2;

export const ingestOperation = operation({
  name: "ingest",
  summary:
    "Take in a message: it is kept and read for facts, and the receipt says what became of it.",
  access: "write",
  http: { method: "POST", path: "/v1/messages" },
  modelCalls: MODEL_CALLS,
  input: MessageInput,
  output: ReceiptOutput,
  run: (message, { queue, writing }) => queue.add(newMessage(message, writing)),
});

export function messageOf(input: unknown, deps: Readonly<{ now: Clock; ids: Ids }>): NewMessage {
  return newMessage(parseInput(MessageInput, input), deps);
}

function newMessage(
  given: z.output<typeof MessageInput>,
  deps: Readonly<{ now: Clock; ids: Ids }>,
): NewMessage {
  const role = given.role ?? (given.author.isBot ? "assistant" : "user");
  const { author } = given;
  return omitUndefined({
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
    metadata: given.metadata,
  });
}
