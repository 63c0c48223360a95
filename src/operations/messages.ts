// A message that its author changed or took back, and authors whose words are put out of use.

import { z } from "zod";
import { editMessage } from "../curate/message/edit-message.ts";
import { withdrawMessage } from "../curate/message/withdraw-message.ts";
import { quarantine, release } from "../curate/quarantine.ts";
import type { Change } from "../model/change-set.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type Receipt } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import { hear } from "../write/hear.ts";
import { keepChanges } from "../write/keep.ts";
import { mineOrLater } from "../write/listen.ts";
import { doing, type EngineContext } from "./context.ts";
import { Body, Doer, Id, Time } from "./inputs.ts";
import { operation } from "./operation.ts";
import { EditedMessageOutput, IdsOutput, WithdrawnOutput } from "./work-outputs.ts";

export const editMessageOperation = operation({
  name: "editMessage",
  summary:
    "Change what a message says: what was made of the old words is withdrawn, the new ones are read.",
  access: "write",
  http: { method: "PATCH", path: "/v1/messages/{id}" },
  modelCalls: 2,
  input: Doer.extend({ id: Id, text: Body }),
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
  const heard = hear(message, writing.listening.capture, writing.policy.guard);
  return heard.type === "ignored" ? [] : keepChanges(heard, previous, writing);
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
    : mineOrLater(message, writing);
}

export const withdrawMessageOperation = operation({
  name: "withdrawMessage",
  summary:
    "Take a message back, with its line in the journal and everything that rested on it alone.",
  access: "write",
  http: { method: "DELETE", path: "/v1/messages/{id}" },
  input: Doer.extend({ id: Id, purge: z.boolean().default(false) }),
  output: WithdrawnOutput,
  run: ({ id, purge, ...given }, context) =>
    withdrawMessage({ ...doing(given, context), messageId: id, purge }, context.curating),
});

const OfAuthor = Doer.extend({ author: Id, since: Time });

export const quarantineOperation = operation({
  name: "quarantine",
  summary:
    "Take everything out of use that came from one author since a time, with all that was derived from it.",
  access: "review",
  http: { method: "POST", path: "/v1/quarantine" },
  input: OfAuthor.extend({
    dryRun: z.boolean().default(false).describe("Say what would go, and change nothing."),
  }),
  output: IdsOutput,
  run: ({ author, since, dryRun, ...given }, context) =>
    quarantine({ ...doing(given, context), author, since, dryRun }, context.curating),
});

export const releaseOperation = operation({
  name: "release",
  summary: "Undo a quarantine.",
  access: "review",
  http: { method: "POST", path: "/v1/quarantine/release" },
  input: OfAuthor,
  output: IdsOutput,
  run: ({ author, since, ...given }, context) =>
    release({ ...doing(given, context), author, since }, context.curating),
});
