// The path of a message, start to finish:
//
//   accept (guard) → extract facts → commit the message → remember the facts → commit them
//
// Facts come before the first commit with the built-in extractor, and after it with a language model, which may take
// seconds and fail. A failed model is `failed` in the receipt and tried again; it is never "nothing to remember".

import { MemoryError } from "../errors.ts";
import { guard } from "../guard/guard.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type Receipt, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction } from "../ports/extractor.ts";
import { heldFor } from "./accept-message.ts";
import type { IngestDeps } from "./act.ts";
import {
  countWrites,
  type Extracted,
  proposalsOf,
  readFailedChanges,
  readMessage,
  reasonsOf,
  rememberBatch,
  type Scene,
} from "./extraction.ts";
import { remember } from "./remember.ts";
import { inSameScope, MESSAGES_BEFORE, type Stored, storeBatch } from "./store-batch.ts";

const RETRY_MS = 1_000;

export async function ingest(message: NewMessage, deps: IngestDeps): Promise<Receipt> {
  try {
    const [stored] = await storeBatch([message], deps);
    return stored === undefined ? emptyReceipt("ignored") : await finishStored(stored, deps);
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

/** Messages of one tenant, stored in one commit and finished in their order. One promise each. */
export function ingestBatch(
  messages: readonly NewMessage[],
  deps: IngestDeps,
): readonly Promise<Receipt>[] {
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return [ingest(only, deps)];
  // When the batch fails, each message is ingested alone, so that only the bad one fails.
  const stored = storeBatch(messages, deps).catch(() => undefined);
  const read = stored.then((all) => finishTogether(all, deps)).catch(() => undefined);
  let last: Promise<unknown> = read;
  return messages.map((message, index) => {
    const turn = last.then(async () => {
      const receipt = (await read)?.[index];
      if (receipt !== undefined) return receipt;
      const one = (await stored)?.[index];
      return one === undefined ? ingest(message, deps) : finishStored(one, deps);
    });
    last = turn.catch(() => undefined);
    return turn;
  });
}

/** Undefined unless all are extracted already: otherwise they are finished one by one, so that none overtakes another. */
async function finishTogether(
  all: readonly Stored[] | undefined,
  deps: IngestDeps,
): Promise<readonly (Receipt | undefined)[] | undefined> {
  const extracted = all?.flatMap(extractedOf);
  const waiting = all?.filter(({ type }) => type !== "ended");
  if (all === undefined || extracted === undefined || extracted.length !== waiting?.length)
    return undefined;
  const receipts = [...(await rememberBatch(extracted, deps))];
  return all.map((stored) => (stored.type === "ended" ? stored.receipt : receipts.shift()));
}

function extractedOf(stored: Stored): readonly Extracted[] {
  if (stored.type !== "unread" || stored.extraction?.type !== "ok") return [];
  return [{ message: stored.message, scene: stored.scene, extraction: stored.extraction }];
}

async function finishStored(stored: Stored, deps: IngestDeps): Promise<Receipt> {
  switch (stored.type) {
    case "ended":
      return stored.receipt;
    case "pending":
      return resume(stored.message, deps);
    case "unread":
      return retryLater(
        await extractAndRemember(stored, stored.message, deps),
        stored.message,
        deps,
      );
  }
}

/** Stored earlier but never finished, as after a crash. The stored text counts, not the one that came now. */
async function resume({ tenant, id }: NewMessage, deps: IngestDeps): Promise<Receipt> {
  const [stored] = await deps.store.messages.get(hostViewer(tenant), [id]);
  return stored === undefined
    ? emptyReceipt("ignored", "withdrawn")
    : extractStoredOrRetry(stored, deps);
}

/** Extracts from a stored message; a failure that may pass is retried from the outbox. */
export async function extractStoredOrRetry(message: Message, deps: IngestDeps): Promise<Receipt> {
  return retryLater(await extractStored(message, deps), message, deps);
}

async function retryLater(
  receipt: Receipt,
  { tenant, id }: Message,
  deps: IngestDeps,
): Promise<Receipt> {
  if (receipt.status !== "failed" || receipt.reason?.startsWith("retryable") !== true)
    return receipt;
  const runAt = new Date(deps.now().getTime() + RETRY_MS).toISOString();
  const job = { id: deps.ids(), tenant, name: "mine", key: id, payload: { id }, runAt };
  await deps.store.jobs.enqueue([job]);
  return receipt;
}

/** Extracts from a message that was stored some time ago. Safe to run again after a crash. */
export async function extractStored(message: Message, deps: IngestDeps): Promise<Receipt> {
  const { channel, position, tenant } = message;
  const query = { channel, position, limit: MESSAGES_BEFORE };
  const before = (await deps.store.messages.before(tenant, query)).filter(inSameScope(message));
  const { guard: policy } = deps.policy;
  const scene = { before, heldFor: heldFor(guard(message.text, policy), policy) };
  return extractAndRemember({ scene, extraction: undefined }, message, deps);
}

type Unread = Readonly<{ scene: Scene; extraction: Extraction | undefined }>;

async function extractAndRemember(
  unread: Unread,
  message: Message,
  deps: IngestDeps,
): Promise<Receipt> {
  const extraction = unread.extraction ?? (await readMessage(message, unread.scene, deps));
  if (extraction.type !== "ok") return failed(message, extraction, deps);
  const { proposals, act } = await proposalsOf({ message, scene: unread.scene, extraction }, deps);
  const outcomes = await remember(proposals, act, deps);
  const receipt = receiptOf(outcomes, reasonsOf(message, extraction));
  countWrites(message, deps.store, receipt.stored.length);
  return receipt;
}

async function failed(
  message: Message,
  extraction: Exclude<Extraction, { type: "ok" }>,
  deps: IngestDeps,
): Promise<Receipt> {
  await deps.store.commit({
    tenant: message.tenant,
    at: deps.now().toISOString(),
    actor: message.author.id,
    cause: "listen",
    changes: readFailedChanges(message, extraction, deps),
  });
  return emptyReceipt("failed", `${extraction.type}: ${extraction.reason}`);
}
