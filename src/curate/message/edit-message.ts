// Changes what a message says. What was derived from the old words is withdrawn, and the new ones are read for facts
// as if they had been said in their place.

import type { Change } from "../../model/change-set.ts";
import type { Message, NewMessage } from "../../model/message.ts";
import type { Receipt } from "../../model/receipt.ts";
import { emptyReceipt } from "../../model/receipt.ts";
import type { Doing } from "../doing.ts";
import {
  foundMessage,
  type WithdrawDeps,
  type Withdrawn,
  withdrawing,
} from "./withdraw-message.ts";

export type EditMessageInput = Doing & Readonly<{ messageId: string; text: string }>;

export type EditMessageDeps = WithdrawDeps &
  Readonly<{
    /** What keeping a message changes, after the guard; nothing when it is not for us to keep. */
    kept: (message: NewMessage, previous: Message | undefined) => Promise<readonly Change[]>;
    /** Reads a kept message for facts. Safe to call again. */
    mine: (tenant: string, messageId: string) => Promise<Receipt>;
  }>;

export type EditedMessage = Readonly<{ withdrawn: Withdrawn; receipt: Receipt }>;

export async function editMessage(
  input: EditMessageInput,
  deps: EditMessageDeps,
): Promise<EditedMessage> {
  const message = await foundMessage(input, deps);
  const { position, ...said } = message;
  const { channel, tenant } = message;
  const [previous] = await deps.store.messages.before(tenant, { channel, position, limit: 1 });
  // One commit: should the process die now, the new words are kept and wait to be read.
  const and = await deps.kept({ ...said, text: input.text }, previous);
  const reason = "the message it rested on was edited";
  const withdrawn = await withdrawing({ ...input, message, purge: false, reason, and }, deps);
  const receipt =
    and.length === 0 ? emptyReceipt("ignored") : await deps.mine(tenant, input.messageId);
  return { withdrawn, receipt };
}
