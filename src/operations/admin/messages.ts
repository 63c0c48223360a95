// Messages as they were kept: channels, what each message taught, and messages that were edited or taken back.

import { z } from "zod";
import { editMessage, withdrawMessage } from "../../curate/messages.ts";
import { MemoryError } from "../../errors.ts";
import type { Change } from "../../model/change-set.ts";
import { type Message, type NewMessage, withoutPosition } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { emptyReceipt, type Receipt } from "../../model/receipt.ts";
import { hostViewer } from "../../model/viewer.ts";
import { acceptMessage } from "../../write/accept-message.ts";
import { extractStoredOrRetry } from "../../write/ingest.ts";
import { messageChanges } from "../../write/message-changes.ts";
import { doing, type EngineContext, looking } from "../engine-context.ts";
import { Body, Doer, Id, Looking, OneInput } from "../inputs.ts";
import { operation } from "../operation.ts";
import { MemoryOutput, MessageAroundOutput, ReceiptOutput } from "../outputs.ts";
import { ConversationsOutput, TaughtMessagesOutput } from "./outputs.ts";

const Ids = z.array(z.string());
const WithdrawnOutput = z.object({ ended: Ids, weakened: Ids, restored: Ids });

const EditedMessageOutput = z.object({ withdrawn: WithdrawnOutput, receipt: ReceiptOutput });

export const Limit = z.int().min(1).max(200).default(50);

const ConversationsInput = Looking.extend({
  limit: Limit,
  after: Id.optional().describe("The channel of the last one seen."),
});
export interface ConversationsInput extends z.input<typeof ConversationsInput> {}

export const conversationsOperation = operation({
  name: "conversations",
  summary: "Channels in which something was said, the one heard last first.",
  access: "read",
  http: { method: "GET", path: "/v1/conversations" },
  goesOnBy: "channel",
  input: ConversationsInput,
  output: ConversationsOutput,
  run: ({ limit, after, ...given }, context) =>
    context.store.overview.conversations(looking(given, context), omitUndefined({ limit, after })),
});

const MessagesInput = Looking.extend({
  channel: Id,
  before: Id.optional().describe("The id of the last one seen."),
  limit: Limit,
});
export interface MessagesInput extends z.input<typeof MessagesInput> {}

export const messagesOperation = operation({
  name: "messages",
  summary: "What was said in a channel, newest first, each with the memories that rest on it.",
  access: "read",
  http: { method: "GET", path: "/v1/messages" },
  input: MessagesInput,
  output: TaughtMessagesOutput,
  run: ({ channel, before, limit, ...given }, context) =>
    context.store.overview.messages(
      looking(given, context),
      omitUndefined({ channel, before, limit }),
    ),
});

const TaughtInput = Looking.extend({ messageId: Id });
export interface TaughtInput extends z.input<typeof TaughtInput> {}

export const taughtOperation = operation({
  name: "taught",
  summary: "The memories that rest on a message, the oldest first; none of those forgotten since.",
  access: "read",
  http: { method: "GET", path: "/v1/messages/{messageId}/taught" },
  input: TaughtInput,
  output: z.array(MemoryOutput),
  run: ({ messageId, ...given }, context) =>
    context.store.overview.taught(looking(given, context), messageId),
});

const EditMessageInput = Doer.extend({ id: Id, text: Body });
export interface EditMessageInput extends z.input<typeof EditMessageInput> {}

export const editMessageOperation = operation({
  name: "editMessage",
  summary:
    "Change what a message says: what was made of the old words is withdrawn, the new ones are read.",
  access: "write",
  http: { method: "PATCH", path: "/v1/messages/{id}" },
  modelCalls: 2,
  input: EditMessageInput,
  output: EditedMessageOutput,
  run: ({ id, text, ...given }, context) =>
    editMessage(
      { ...doing(given, context), messageId: id, text },
      {
        ...context.curating,
        kept: (message, previous) => kept(message, previous, context),
        mine: (tenant, messageId) => mineKept(tenant, messageId, context),
      },
    ),
});

async function kept(
  message: NewMessage,
  previous: Message | undefined,
  { writing }: EngineContext,
): Promise<readonly Change[]> {
  const heard = acceptMessage(message, writing.listening.capture, writing.policy.guard);
  if (heard.type === "ignored") return [];
  const openBuffer = (tenant: string, channel: string) =>
    writing.store.messages.buffer(tenant, channel);
  return messageChanges(heard, previous, { ...writing, openBuffer });
}

async function mineKept(
  tenant: string,
  id: string,
  { store, writing }: EngineContext,
): Promise<Receipt> {
  const outcome = await store.messages.minedOutcome(tenant, id);
  const [message] = await store.messages.get(hostViewer(tenant), [id]);
  return message === undefined || outcome !== "pending"
    ? emptyReceipt("nothing")
    : extractStoredOrRetry(message, writing);
}

const WithdrawMessageInput = Doer.extend({ id: Id, purge: z.boolean().default(false) });
export interface WithdrawMessageInput extends z.input<typeof WithdrawMessageInput> {}

export const withdrawMessageOperation = operation({
  name: "withdrawMessage",
  summary:
    "Take a message back, with its line in the journal and everything that rested on it alone.",
  access: "write",
  http: { method: "DELETE", path: "/v1/messages/{id}" },
  input: WithdrawMessageInput,
  output: WithdrawnOutput,
  run: ({ id, purge, ...given }, context) =>
    withdrawMessage({ ...doing(given, context), messageId: id, purge }, context.curating),
});

const OneMessageInput = OneInput.extend({ radius: z.int().min(0).max(50).default(3) });
export interface OneMessageInput extends z.input<typeof OneMessageInput> {}

export const messageOperation = operation({
  name: "message",
  summary: "One message as it was kept, with what was said around it.",
  access: "read",
  http: { method: "GET", path: "/v1/messages/{id}" },
  input: OneMessageInput,
  output: MessageAroundOutput,
  run: async ({ id, radius, ...given }, context) => {
    const viewer = looking(given, context);
    const [message] = await context.store.messages.get(viewer, [id]);
    if (message === undefined)
      throw new MemoryError("not_found", `There is no message ${id} here.`);
    const { channel, position } = message;
    const around = await context.store.messages.around(viewer, { channel, position, radius });
    return { message: withoutPosition(message), around: around.map(withoutPosition) };
  },
});
