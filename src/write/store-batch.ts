// Stores messages of one tenant that came together, in one commit: each with its search entry, vector, journal line and
// place in the open conversation. When the commit returns, all of them survive a crash.

import type { Change } from "../model/change-set.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type LeftClause, type Receipt } from "../model/receipt.ts";
import { cut } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { Buffer } from "../ports/store.ts";
import { type Accepted, acceptMessage } from "./accept-message.ts";
import type { IngestDeps } from "./act.ts";
import { stripEcho } from "./echoes.ts";
import {
  REASON_CHARACTERS,
  readChanges,
  readMessage,
  reasonsOf,
  type Scene,
} from "./extraction.ts";
import { channelOf, messageChanges } from "./message-changes.ts";

export type Stored =
  | Readonly<{ type: "ended"; receipt: Receipt }>
  /** Stored earlier, but never finished. */
  | Readonly<{ type: "pending"; message: NewMessage }>
  /** `extraction` is set when the extractor runs in this process, and so could run before the commit. */
  | Readonly<{
      type: "unread";
      message: Message;
      scene: Scene;
      extraction: Extraction | undefined;
    }>;

export const MESSAGES_BEFORE = 6;
/** Why a message is ignored whose id came before: with the same words, or with other ones. */
const HEARD_BEFORE = "already_heard";
const HEARD_OTHERWISE = "already_heard_with_other_text";

/** What the channels will look like once the messages before this one are committed. */
type Uncommitted = Readonly<{
  before: Map<string, readonly Message[]>;
  buffers: Map<string, Buffer | undefined>;
}>;

type Prepared = Readonly<{ stored: Stored; changes: readonly Change[] }>;

export async function storeBatch(
  messages: readonly NewMessage[],
  deps: IngestDeps,
): Promise<readonly Stored[]> {
  const ahead: Uncommitted = { before: new Map(), buffers: new Map() };
  const all: Prepared[] = [];
  for (const message of messages) all.push(await prepareMessage(message, ahead, deps));
  const changes = all.flatMap((one) => one.changes);
  const [first] = messages;
  if (first !== undefined && changes.length > 0)
    await deps.store.commit({
      tenant: first.tenant,
      at: deps.now().toISOString(),
      actor: first.author.id,
      cause: "listen",
      changes,
    });
  return all.map(({ stored }) => stored);
}

async function prepareMessage(
  given: NewMessage,
  ahead: Uncommitted,
  deps: IngestDeps,
): Promise<Prepared> {
  const text = stripEcho(given.text);
  if (text === "" && given.text.trim() !== "") return ignored("self_echo");
  const accepted = acceptMessage({ ...given, text }, deps.listening.capture, deps.policy.guard);
  if (accepted.type === "ignored") return ignored(accepted.reason);
  const known = await deps.store.messages.minedOutcome(given.tenant, given.id);
  if (known === "pending") return { stored: { type: "pending", message: given }, changes: [] };
  if (known !== undefined) return ignored(await whyKnown(accepted.message, deps));
  const before = await messagesBefore(accepted.message, ahead, deps);
  const previous = before.at(-1);
  const changes = await messageChanges(accepted, previous, {
    ...deps,
    openBuffer: openBufferIn(ahead, deps),
  });
  const message = { ...accepted.message, position: (previous?.position ?? 0) + 1 };
  const { heldFor } = accepted;
  noteUncommitted({ message, changes, isContext: heldFor === undefined }, ahead);
  if (!accepted.isMined) return { stored: nothing([notMined(accepted)]), changes };
  const scene = { before, heldFor };
  const extraction = deps.extractor.inline ? await readMessage(message, scene, deps) : undefined;
  if (extraction?.type !== "ok" || extraction.candidates.length > 0)
    return { stored: { type: "unread", message, scene, extraction }, changes };
  const stored = nothing(reasonsOf(message, extraction));
  return { stored, changes: [...changes, ...readChanges(message, [], deps)] };
}

function nothing(reasons: readonly LeftClause[]): Stored {
  return { type: "ended", receipt: emptyReceipt("nothing", undefined, reasons) };
}

function notMined({ isPerson, message }: Extract<Accepted, { type: "accepted" }>): LeftClause {
  const reason = isPerson ? "too short" : "not said by a person";
  return { clause: cut(message.text, REASON_CHARACTERS), reason };
}

function ignored(reason: string): Prepared {
  return { stored: { type: "ended", receipt: emptyReceipt("ignored", reason) }, changes: [] };
}

/** The kept words stay as they are: who wants to change them edits the message. */
async function whyKnown(
  { tenant, id, text, scope, user, author }: NewMessage,
  { store }: IngestDeps,
): Promise<string> {
  const [kept] = await store.messages.get(hostViewer(tenant), [id]);
  const isOwn = kept?.scope === scope && kept.user === user && kept.author.id === author.id;
  return isOwn && kept.text !== text ? HEARD_OTHERWISE : HEARD_BEFORE;
}

/** What only one person may see is no context for what others see. */
export function inSameScope(message: NewMessage): (other: Message) => boolean {
  return ({ scope, user }) => scope === message.scope && user === message.user;
}

async function messagesBefore(
  message: NewMessage,
  ahead: Uncommitted,
  deps: IngestDeps,
): Promise<readonly Message[]> {
  const { channel, tenant } = message;
  const known =
    ahead.before.get(channel) ??
    (await deps.store.messages.before(tenant, { channel, limit: MESSAGES_BEFORE }));
  ahead.before.set(channel, known);
  return known.filter(inSameScope(message));
}

/** Read from the store once; after that, as the messages of this batch have left it. */
function openBufferIn({ buffers }: Uncommitted, { store }: IngestDeps) {
  return async (tenant: string, channel: string): Promise<Buffer | undefined> => {
    if (!buffers.has(channel)) buffers.set(channel, await store.messages.buffer(tenant, channel));
    return buffers.get(channel);
  };
}

type Step = Readonly<{ message: Message; changes: readonly Change[]; isContext: boolean }>;

function noteUncommitted(
  { message, changes, isContext }: Step,
  { before, buffers }: Uncommitted,
): void {
  const { channel, tenant } = message;
  if (isContext)
    before.set(channel, [...(before.get(channel) ?? []), message].slice(-MESSAGES_BEFORE));
  const place = channelOf(message);
  for (const change of changes) {
    if (change.type === "close_buffer") buffers.set(place, undefined);
    if (change.type !== "buffer") continue;
    const { at, flushAt, buffer: id } = change;
    const { id: open, startedAt } = buffers.get(place) ?? { id, startedAt: at };
    buffers.set(place, { tenant, channel: place, id: open, startedAt, updatedAt: at, flushAt });
  }
}
