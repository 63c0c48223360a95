// The path of one message, start to finish:
//
//   strip echo → hear (clean, guard) → keep (record, journal, buffer) → extract → remember
//
// "The model failed" and "there was nothing to remember" are different ends, and the receipt says which.

import { asMemoryError } from "../errors.ts";
import type { Activity } from "../model/activity.ts";
import type { Change, MinedOutcome } from "../model/change-set.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type Outcome, type Receipt, receiptOf } from "../model/receipt.ts";
import { cut } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { ListenDeps, Reading } from "./act.ts";
import { guard } from "./guard.ts";
import { hear, heldFor } from "./hear.ts";
import { keep } from "./keep.ts";
import { maxWrites, minedPart, proposalFrom } from "./mine.ts";
import { remember } from "./remember.ts";
import { stripEcho } from "./strip-echo.ts";
import { countWrites, writesOfDay } from "./writes-of-day.ts";

export type { ListenDeps } from "./act.ts";

const MESSAGES_BEFORE = 6;
const HELD_CHARACTERS = 2_000;
const RETRY_MS = 1_000;

export async function listen(message: NewMessage, deps: ListenDeps): Promise<Receipt> {
  const { tenant, id, channel } = message;
  const text = stripEcho(message.text);
  if (text === "" && message.text.trim() !== "") return emptyReceipt("ignored", "self_echo");
  const heard = hear({ ...message, text }, deps.listening.capture, deps.policy.guard);
  if (heard.type === "ignored") return emptyReceipt("ignored", heard.reason);
  const known = await deps.store.messages.minedOutcome(tenant, id);
  if (known === "pending") return resume(message, deps);
  if (known !== undefined) return emptyReceipt("ignored", "already_heard");
  const before = await deps.store.messages.before(tenant, { channel, limit: MESSAGES_BEFORE });
  const previous = before.at(-1);
  if (!(await keep(heard, previous, deps))) return emptyReceipt("ignored", "already_heard");
  if (!heard.isMined) return emptyReceipt("nothing");
  const kept = { ...heard.message, position: (previous?.position ?? 0) + 1 };
  return orLater(await mineIn({ before, heldFor: heard.heldFor }, kept, deps), kept, deps);
}

/** Kept before, but never read to the end: the kept words count, not those that came now. */
async function resume({ tenant, id }: NewMessage, deps: ListenDeps): Promise<Receipt> {
  const [kept] = await deps.store.messages.get(hostViewer(tenant), [id]);
  if (kept === undefined) return emptyReceipt("ignored", "withdrawn");
  return orLater(await mine(kept, undefined, deps), kept, deps);
}

/** Reading that failed and may yet succeed is tried again from the outbox. */
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
export async function mine(
  message: Message,
  held: string | undefined,
  deps: ListenDeps,
): Promise<Receipt> {
  const { channel, position, tenant } = message;
  const before = await deps.store.messages.before(tenant, {
    channel,
    position,
    limit: MESSAGES_BEFORE,
  });
  const { guard: policy } = deps.policy;
  const why = held ?? heldFor(guard(message.text, policy), policy);
  return mineIn({ before, heldFor: why }, message, deps);
}

type Scene = Readonly<{ before: readonly Message[]; heldFor: string | undefined }>;

async function mineIn(scene: Scene, message: Message, deps: ListenDeps): Promise<Receipt> {
  const { before, heldFor } = scene;
  const extraction =
    heldFor === undefined ? await extract(message, before, deps) : wholeMessage(message);
  if (extraction.type !== "ok") return failed(message, extraction, deps);
  const policy = deps.listening.mining;
  const proposals = extraction.candidates.map((candidate) =>
    proposalFrom(message, candidate, { now: deps.now(), policy }),
  );
  const outcomes = await remember(
    proposals,
    {
      tenant: message.tenant,
      actor: message.author.id,
      cause: "listen",
      sources: {
        messages: new Map([[message.id, message]]),
        names: [message, ...before].map((one) => one.author.name),
      },
      ...(proposals.length === 0 ? {} : { reading: await readingOf(message, heldFor, deps) }),
      alongside: (written) => minedChanges(message, written, deps),
    },
    deps,
  );
  const receipt = receiptOf(outcomes);
  countWrites(message, deps.store, receipt.stored.length);
  return receipt;
}

async function readingOf(
  message: Message,
  heldFor: string | undefined,
  deps: ListenDeps,
): Promise<Reading> {
  const { mining } = deps.listening;
  const ofTurn = maxWrites(message, mining);
  const ofDay = mining.maxWritesOfUserDay - (await writesOfDay(message, deps.store));
  return ofDay < ofTurn
    ? { heldFor, maxWrites: Math.max(0, ofDay), limit: "daily_limit" }
    : { heldFor, maxWrites: ofTurn, limit: "turn_limit" };
}

/** A reader that breaks is one that failed: the message is kept, and it is read again later. */
async function extract(
  message: Message,
  before: readonly Message[],
  deps: ListenDeps,
): Promise<Extraction> {
  try {
    const part = minedPart(message, deps.listening.mining);
    return await deps.extractor.extract({ message: part, before });
  } catch (thrown) {
    return { type: "retryable", reason: asMemoryError(thrown).code };
  }
}

/** Text that speaks to the model is not read for facts; as it stands it goes before a person. */
function wholeMessage({ id, text }: Message): Extraction {
  const quote = cut(text, HELD_CHARACTERS);
  const evidence = [{ type: "span", messageId: id, start: 0, end: quote.length, quote }] as const;
  const note = {
    kind: "log",
    text: quote,
    category: "other",
    confidence: 0.5,
    importance: 1,
    evidence,
  } as const;
  return { type: "ok", candidates: [note] };
}

/** What may pass stays pending; what will not is marked. Both are logged. */
async function failed(
  message: Message,
  extraction: Exclude<Extraction, { type: "ok" }>,
  deps: ListenDeps,
): Promise<Receipt> {
  const { type, reason } = extraction;
  const activity = activityOf(message, deps, {
    op: "memory_extract_error",
    status: "error",
    detail: reason,
  });
  const done: readonly Change[] =
    type === "rejected" ? [{ type: "mined", messageId: message.id, outcome: "failed" }] : [];
  await deps.store.commit({
    tenant: message.tenant,
    at: deps.now().toISOString(),
    actor: message.author.id,
    cause: "listen",
    changes: [{ type: "record", activity }, ...done],
  });
  return emptyReceipt("failed", `${type}: ${reason}`);
}

function minedChanges(
  message: Message,
  outcomes: readonly Outcome[],
  deps: ListenDeps,
): readonly Change[] {
  const outcome: MinedOutcome = outcomes.length === 0 ? "nothing" : "facts";
  const call = {
    op: "memory_extract_call",
    status: outcome === "facts" ? "ok" : "skipped",
  } as const;
  const facts = outcomes.flatMap((one) =>
    one.type === "stored" || one.type === "merged"
      ? [{ op: "memory_fact", memoryId: one.id, detail: one.type }]
      : [],
  );
  return [
    { type: "mined", messageId: message.id, outcome },
    ...[call, ...facts].map((what): Change => {
      return { type: "record", activity: activityOf(message, deps, what) };
    }),
  ];
}

function activityOf(
  message: Message,
  deps: ListenDeps,
  what: Pick<Activity, "op"> & Partial<Activity>,
): Activity {
  return {
    tenant: message.tenant,
    at: deps.now().toISOString(),
    node: "hotpath",
    status: "ok",
    messageId: message.id,
    user: message.author.id,
    ...what,
  };
}
