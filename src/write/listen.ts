// The path of a message, start to finish:
//
//   strip echo → hear (clean, guard) → keep (record, journal, buffer) → extract → remember
//
// "The model failed" and "there was nothing to remember" are different ends, and the receipt says which.

import { MemoryError } from "../errors.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type Receipt, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { ListenDeps } from "./act.ts";
import { guard } from "./guard.ts";
import { heldFor } from "./hear.ts";
import { inSameScope, type Kept, keepTogether, MESSAGES_BEFORE } from "./keep-together.ts";
import { reasonsOf } from "./mine.ts";
import { actOn, type Extracted, mineTogether } from "./mine-together.ts";
import { failedChanges } from "./mined.ts";
import { readMessage, type Scene } from "./read-message.ts";
import { remember } from "./remember.ts";
import { countWrites } from "./writes-of-day.ts";

export type { ListenDeps } from "./act.ts";

const RETRY_MS = 1_000;

export async function listen(message: NewMessage, deps: ListenDeps): Promise<Receipt> {
  try {
    const [kept] = await keepTogether([message], deps);
    return kept === undefined ? emptyReceipt("ignored") : await readKept(kept, deps);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.code !== "conflict") throw thrown;
    const { tenant, id } = message;
    if (await deps.store.upkeep.isErased(tenant, "message", id))
      return emptyReceipt("ignored", "erased");
    if ((await deps.store.messages.minedOutcome(tenant, id)) === undefined) throw thrown;
    // Another process was first.
    return emptyReceipt("ignored", "already_heard");
  }
}

/** Messages of one tenant: kept in one commit, then read in their order. One promise each. */
export function listenTogether(
  messages: readonly NewMessage[],
  deps: ListenDeps,
): readonly Promise<Receipt>[] {
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return [listen(only, deps)];
  // One that cannot be kept must not keep the others out: then each is heard alone, and fails alone.
  const kept = keepTogether(messages, deps).catch(() => undefined);
  const read = kept.then((all) => readTogether(all, deps)).catch(() => undefined);
  let last: Promise<unknown> = read;
  return messages.map((message, index) => {
    const turn = last.then(async () => {
      const receipt = (await read)?.[index];
      if (receipt !== undefined) return receipt;
      const one = (await kept)?.[index];
      return one === undefined ? listen(message, deps) : readKept(one, deps);
    });
    last = turn.catch(() => undefined);
    return turn;
  });
}

/** Undefined where not all of them are ready to be read: they are then read in turn, so that none overtakes another. */
async function readTogether(
  all: readonly Kept[] | undefined,
  deps: ListenDeps,
): Promise<readonly (Receipt | undefined)[] | undefined> {
  const extracted = all?.flatMap(extractedOf);
  const waiting = all?.filter(({ type }) => type !== "ended");
  if (all === undefined || extracted === undefined || extracted.length !== waiting?.length)
    return undefined;
  const receipts = [...(await mineTogether(extracted, deps))];
  return all.map((kept) => (kept.type === "ended" ? kept.receipt : receipts.shift()));
}

function extractedOf(kept: Kept): readonly Extracted[] {
  if (kept.type !== "unread" || kept.extraction?.type !== "ok") return [];
  return [{ message: kept.message, scene: kept.scene, extraction: kept.extraction }];
}

async function readKept(kept: Kept, deps: ListenDeps): Promise<Receipt> {
  switch (kept.type) {
    case "ended":
      return kept.receipt;
    case "pending":
      return resume(kept.message, deps);
    case "unread":
      return orLater(await mineIn(kept, kept.message, deps), kept.message, deps);
  }
}

/** Kept before, but never read to the end: the kept words count, not those that came now. */
async function resume({ tenant, id }: NewMessage, deps: ListenDeps): Promise<Receipt> {
  const [kept] = await deps.store.messages.get(hostViewer(tenant), [id]);
  return kept === undefined ? emptyReceipt("ignored", "withdrawn") : mineOrLater(kept, deps);
}

/** Reads a kept message for facts; when that fails and may yet succeed, it is tried again from the outbox. */
export async function mineOrLater(message: Message, deps: ListenDeps): Promise<Receipt> {
  return orLater(await mine(message, deps), message, deps);
}

async function orLater(
  receipt: Receipt,
  { tenant, id }: Message,
  deps: ListenDeps,
): Promise<Receipt> {
  if (receipt.status !== "failed" || receipt.reason?.startsWith("retryable") !== true)
    return receipt;
  const runAt = new Date(deps.now().getTime() + RETRY_MS).toISOString();
  const job = { id: deps.ids(), tenant, name: "mine", key: id, payload: { id }, runAt };
  await deps.store.jobs.enqueue([job]);
  return receipt;
}

/** Reads a kept message for facts, some time after it came. Safe to run again after a crash. */
export async function mine(message: Message, deps: ListenDeps): Promise<Receipt> {
  const { channel, position, tenant } = message;
  const query = { channel, position, limit: MESSAGES_BEFORE };
  const before = (await deps.store.messages.before(tenant, query)).filter(inSameScope(message));
  const { guard: policy } = deps.policy;
  const scene = { before, heldFor: heldFor(guard(message.text, policy), policy) };
  return mineIn({ scene, extraction: undefined }, message, deps);
}

type Unread = Readonly<{ scene: Scene; extraction: Extraction | undefined }>;

async function mineIn(unread: Unread, message: Message, deps: ListenDeps): Promise<Receipt> {
  const extraction = unread.extraction ?? (await readMessage(message, unread.scene, deps));
  if (extraction.type !== "ok") return failed(message, extraction, deps);
  const { proposals, act } = await actOn({ message, scene: unread.scene, extraction }, deps);
  const outcomes = await remember(proposals, act, deps);
  const receipt = receiptOf(outcomes, reasonsOf(message, extraction));
  countWrites(message, deps.store, receipt.stored.length);
  return receipt;
}

async function failed(
  message: Message,
  extraction: Exclude<Extraction, { type: "ok" }>,
  deps: ListenDeps,
): Promise<Receipt> {
  await deps.store.commit({
    tenant: message.tenant,
    at: deps.now().toISOString(),
    actor: message.author.id,
    cause: "listen",
    changes: failedChanges(message, extraction, deps),
  });
  return emptyReceipt("failed", `${extraction.type}: ${extraction.reason}`);
}
