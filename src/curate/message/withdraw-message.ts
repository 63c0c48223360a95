// Withdraws a message its author took back: the message, its line in the journal, and what was derived from it.

import { MemoryError } from "../../errors.ts";
import type { Change } from "../../model/change-set.ts";
import type { Message } from "../../model/message.ts";
import type { Files } from "../../ports/files.ts";
import { again } from "../again.ts";
import { type CurateDeps, commit, type Doing } from "../doing.ts";
import { eraseLines, type JournalLine } from "../erase/erase-lines.ts";
import { decision } from "../review/decision.ts";
import { drainHeld } from "../vault-file/drain-outbox.ts";
import { tellAgain, withoutPlace } from "./tell-again.ts";
import { type Withdrawal, withdrawal } from "./withdrawal.ts";

export type WithdrawInput = Doing & Readonly<{ messageId: string; purge: boolean }>;
export type WithdrawDeps = Pick<CurateDeps, "store" | "now" | "ids"> &
  Readonly<{ files: Files; journalLine: JournalLine }>;
export type Withdrawn = Omit<Withdrawal, "changes" | "episodes">;

export async function withdrawMessage(
  input: WithdrawInput,
  deps: WithdrawDeps,
): Promise<Withdrawn> {
  const message = await foundMessage(input, deps);
  const reason = "the message it rested on was withdrawn";
  return withdrawing({ ...input, message, reason, and: [] }, deps);
}

export async function foundMessage(
  { viewer, messageId }: Pick<WithdrawInput, "viewer" | "messageId">,
  { store }: Pick<CurateDeps, "store">,
): Promise<Message> {
  const [message] = await store.messages.get(viewer, [messageId]);
  if (message === undefined)
    throw new MemoryError("not_found", `There is no message ${messageId}.`);
  return message;
}

type Withdrawing = WithdrawInput &
  Readonly<{ message: Message; reason: string; and: readonly Change[] }>;

/** The journal first: while the message is in the store its line can still be found. */
export async function withdrawing(what: Withdrawing, deps: WithdrawDeps): Promise<Withdrawn> {
  const { message, and, reason } = what;
  const { store, files, journalLine } = deps;
  const closure = { messages: [message], memories: [] };
  return files.exclusively(async () => {
    await drainHeld(store, files);
    await eraseLines({ closure, journalLine }, files);
    return again(async () => {
      const { changes, episodes, ...withdrawn } = await withdrawal(what, deps);
      const withdraw = { type: "withdraw", messageId: message.id, reason } as const;
      const reviews = await lapsing(what, deps);
      const lost = { messageId: message.id, isEdited: and.length > 0 };
      const told = episodes.flatMap((episode) => tellAgain(episode, lost, deps));
      const kept = told.length === 0 ? and : withoutPlace(and);
      const all = [withdraw, ...changes, ...reviews, ...kept, ...told];
      await commit({ ...what, cause: "withdraw", changes: all }, deps);
      return withdrawn;
    });
  });
}

const MAX_REVIEWS = 10_000;

/** What waited for a person and rests on the message no longer waits. */
async function lapsing(
  { message, actor }: Withdrawing,
  { store, now }: WithdrawDeps,
): Promise<readonly Change[]> {
  const query = { states: ["pending"], limit: MAX_REVIEWS } as const;
  const pending = await store.reviews.list(message.tenant, query);
  const at = now().toISOString();
  return pending
    .filter(({ act }) => JSON.stringify(act).includes(`"messageId":${JSON.stringify(message.id)}`))
    .flatMap((review) => decision(review, { state: "lapsed", by: actor, at }));
}
