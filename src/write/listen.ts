// The path of one message, start to finish:
//
//   hear (clean, guard) → keep (record, journal, buffer) → extract → remember
//
// "The model failed" and "there was nothing to remember" are different ends, and the receipt says which.

import type { Activity } from "../model/activity.ts";
import type { Change, MinedOutcome } from "../model/change-set.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type Outcome, type Receipt, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction, Extractor } from "../ports/extractor.ts";
import { type CapturePolicy, type Heard, hear } from "./hear.ts";
import { type BufferPolicy, channelOf, embeddedText, keepChanges } from "./keep.ts";
import { type MiningPolicy, minedPart, proposalsFrom } from "./mine.ts";
import { remember, type WriteDeps } from "./remember.ts";

export type ListenPolicy = Readonly<{
  capture: CapturePolicy;
  buffer: BufferPolicy;
  mining: MiningPolicy;
}>;

export type ListenDeps = WriteDeps & Readonly<{ extractor: Extractor; listening: ListenPolicy }>;

const MESSAGES_BEFORE = 6;
const HELD_CHARACTERS = 2_000;
const RETRY_MS = 1_000;

export async function listen(message: NewMessage, deps: ListenDeps): Promise<Receipt> {
  const heard = hear(message, deps.listening.capture, deps.policy.guard);
  if (heard.type === "ignored") return emptyReceipt("ignored", heard.reason);
  const known = await deps.store.messages.minedOutcome(message.tenant, message.id);
  if (known === undefined) await keep(heard, deps);
  else if (known !== "pending") return emptyReceipt("ignored", "already_heard");
  const receipt = await mineKept(heard, deps);
  if (receipt.status === "failed" && receipt.reason?.startsWith("retryable") === true)
    await mineLater(heard.message, deps);
  return receipt;
}

async function keep(heard: Extract<Heard, { type: "heard" }>, deps: ListenDeps): Promise<void> {
  const { message, heldFor, isMined } = heard;
  const { store, embedder } = deps;
  const [previous] = await store.messages.before(message.tenant, {
    channel: message.channel,
    limit: 1,
  });
  const isSearchable = heldFor === undefined;
  const [vector] =
    embedder.inline && isSearchable
      ? await embedder.embed([embeddedText(message)], "document")
      : [];
  const changes = keepChanges(
    {
      message,
      previous,
      isSearchable,
      embedded: vector === undefined ? undefined : { model: modelKey(embedder.model), vector },
      buffer: isMined ? await store.messages.buffer(message.tenant, channelOf(message)) : undefined,
      isBuffered: isMined && isSearchable,
      newId: deps.ids,
      now: deps.now(),
    },
    deps.listening.buffer,
  );
  const mined: Change[] = isMined
    ? []
    : [{ type: "mined", messageId: message.id, outcome: "skipped" }];
  const later: Change[] =
    embedder.inline || !isSearchable
      ? []
      : [laterEmbedding(message, deps.ids(), deps.now().toISOString())];
  await store.commit({
    tenant: message.tenant,
    at: deps.now().toISOString(),
    actor: message.author.id,
    cause: "listen",
    changes: [...changes, ...mined, ...later],
  });
}

function laterEmbedding(message: NewMessage, id: string, runAt: string): Change {
  const payload = { item: "message", id: message.id };
  const job = {
    id,
    tenant: message.tenant,
    name: "embed",
    key: `message:${message.id}`,
    payload,
    runAt,
  };
  return { type: "enqueue", job };
}

async function mineKept(
  heard: Extract<Heard, { type: "heard" }>,
  deps: ListenDeps,
): Promise<Receipt> {
  if (!heard.isMined) return emptyReceipt("nothing");
  const { tenant, id } = heard.message;
  const [message] = await deps.store.messages.get(hostViewer(tenant), [id]);
  if (message === undefined) return emptyReceipt("ignored", "withdrawn");
  return mine(message, heard.heldFor, deps);
}

/** Reads a kept message for facts and remembers them. Safe to run again after a crash. */
export async function mine(
  message: Message,
  heldFor: string | undefined,
  deps: ListenDeps,
): Promise<Receipt> {
  const { channel, position, tenant } = message;
  const before = await deps.store.messages.before(tenant, {
    channel,
    position,
    limit: MESSAGES_BEFORE,
  });
  const extraction =
    heldFor === undefined ? await extract(message, before, deps) : wholeMessage(message);
  if (extraction.type !== "ok") return failed(message, extraction, deps);
  const people = [message, ...before].map((one) => one.author.name);
  const outcomes = await remember(
    proposalsFrom(message, extraction.candidates, deps.listening.mining),
    {
      tenant,
      actor: message.author.id,
      cause: "listen",
      sources: { messages: new Map([[message.id, message]]), names: people },
      alongside: (written) => minedChanges(message, written, deps),
    },
    deps,
  );
  return receiptOf(outcomes);
}

async function extract(
  message: Message,
  before: readonly Message[],
  deps: ListenDeps,
): Promise<Extraction> {
  return deps.extractor.extract({ message: minedPart(message, deps.listening.mining), before });
}

/** Text that speaks to the model is not read for facts; as it stands it goes before a person. */
function wholeMessage({ id, text }: Message): Extraction {
  const quote = text.slice(0, HELD_CHARACTERS);
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

/** What may pass stays pending and is tried again from the outbox; what will not is marked. Both are logged. */
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

async function mineLater(message: NewMessage, deps: ListenDeps): Promise<void> {
  const runAt = new Date(deps.now().getTime() + RETRY_MS).toISOString();
  const { tenant, id } = message;
  await deps.store.jobs.enqueue([
    { id: deps.ids(), tenant, name: "mine", key: id, payload: { id }, runAt },
  ]);
}

function minedChanges(
  message: Message,
  outcomes: readonly Outcome[],
  deps: ListenDeps,
): readonly Change[] {
  const outcome: MinedOutcome = outcomes.length === 0 ? "nothing" : "facts";
  const facts = outcomes.flatMap((one): Change[] =>
    one.type === "stored" || one.type === "merged"
      ? [
          {
            type: "record",
            activity: activityOf(message, deps, {
              op: "memory_fact",
              memoryId: one.id,
              detail: one.type,
            }),
          },
        ]
      : [],
  );
  const call = activityOf(message, deps, {
    op: "memory_extract_call",
    status: outcome === "facts" ? "ok" : "skipped",
  });
  return [
    { type: "mined", messageId: message.id, outcome },
    { type: "record", activity: call },
    ...facts,
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
