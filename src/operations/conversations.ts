// Who speaks, where, what was said, and what each message taught.

import { z } from "zod";
import { present } from "../model/present.ts";
import { looking } from "./context.ts";
import { Body, Id, Looking } from "./inputs.ts";
import { operation } from "./operation.ts";
import { MemoryOutput } from "./outputs.ts";
import { ConversationsOutput, PeopleOutput, TaughtMessagesOutput } from "./overview-outputs.ts";

const Limit = z.int().min(1).max(200).default(50);

export const conversationsOperation = operation({
  name: "conversations",
  summary: "Channels in which something was said, the one heard last first.",
  access: "read",
  http: { method: "GET", path: "/v1/conversations" },
  goesOnBy: "channel",
  input: Looking.extend({
    limit: Limit,
    after: Id.optional().describe("The channel of the last one seen."),
  }),
  output: ConversationsOutput,
  run: ({ limit, after, ...given }, context) =>
    context.store.overview.conversations(looking(given, context), present({ limit, after })),
});

export const messagesOperation = operation({
  name: "messages",
  summary: "What was said in a channel, newest first, each with the memories that rest on it.",
  access: "read",
  http: { method: "GET", path: "/v1/messages" },
  input: Looking.extend({
    channel: Id,
    before: Id.optional().describe("The id of the last one seen."),
    limit: Limit,
  }),
  output: TaughtMessagesOutput,
  run: ({ channel, before, limit, ...given }, context) =>
    context.store.overview.messages(looking(given, context), present({ channel, before, limit })),
});

export const taughtOperation = operation({
  name: "taught",
  summary: "The memories that rest on a message, the oldest first; none of those forgotten since.",
  access: "read",
  http: { method: "GET", path: "/v1/messages/{messageId}/taught" },
  input: Looking.extend({ messageId: Id }),
  output: z.array(MemoryOutput),
  run: ({ messageId, ...given }, context) =>
    context.store.overview.taught(looking(given, context), messageId),
});

export const peopleOperation = operation({
  name: "people",
  summary: "Everyone who spoke or of whom something is known, whoever was heard last first.",
  access: "read",
  http: { method: "GET", path: "/v1/people" },
  goesOnBy: "user",
  input: Looking.extend({
    limit: Limit,
    after: Id.optional().describe("The id of the last person seen."),
    q: Body.optional().describe("A part of a name or an id."),
  }),
  output: PeopleOutput,
  run: ({ limit, after, q, ...given }, context) =>
    context.store.overview.people(looking(given, context), present({ limit, after, name: q })),
});
