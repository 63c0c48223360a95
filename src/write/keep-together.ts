// Keeps messages of one tenant that came together, in one commit. Each finds what came before it as if it had come
// alone; when the commit returns, all of them survive a crash.

import type { Change } from "../model/change-set.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { emptyReceipt, type LeftClause, type Receipt } from "../model/receipt.ts";
import { cut } from "../model/text.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { Buffer } from "../ports/store.ts";
import type { ListenDeps } from "./act.ts";
import { type Heard, hear } from "./hear.ts";
import { channelOf, keepChanges } from "./keep.ts";
import { REASON_CHARACTERS, reasonsOf } from "./mine.ts";
import { minedChanges } from "./mined.ts";
import { readMessage, type Scene } from "./read-message.ts";
import { stripEcho } from "./strip-echo.ts";

export type Kept =
  | Readonly<{ type: "ended"; receipt: Receipt }>
  /** Kept before, but never read to the end. */
  | Readonly<{ type: "pending"; message: NewMessage }>
  /** `extraction` is there when it could be made before the commit. */
  | Readonly<{
      type: "unread";
      message: Message;
      scene: Scene;
      extraction: Extraction | undefined;
    }>;

export const MESSAGES_BEFORE = 6;

/** What the channels will look like once everything so far is committed. */
type Ahead = Readonly<{
  before: Map<string, readonly Message[]>;
  buffers: Map<string, Buffer | undefined>;
}>;

type Keeping = Readonly<{ kept: Kept; changes: readonly Change[] }>;

export async function keepTogether(
  messages: readonly NewMessage[],
  deps: ListenDeps,
): Promise<readonly Kept[]> {
  const ahead: Ahead = { before: new Map(), buffers: new Map() };
  const all: Keeping[] = [];
  for (const message of messages) all.push(await keepOne(message, ahead, deps));
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
  return all.map(({ kept }) => kept);
}

async function keepOne(given: NewMessage, ahead: Ahead, deps: ListenDeps): Promise<Keeping> {
  const text = stripEcho(given.text);
  if (text === "" && given.text.trim() !== "") return ignored("self_echo");
  const heard = hear({ ...given, text }, deps.listening.capture, deps.policy.guard);
  if (heard.type === "ignored") return ignored(heard.reason);
  const known = await deps.store.messages.minedOutcome(given.tenant, given.id);
  if (known === "pending") return { kept: { type: "pending", message: given }, changes: [] };
  if (known !== undefined) return ignored("already_heard");
  const before = await beforeIt(heard.message, ahead, deps);
  const previous = before.at(-1);
  const changes = await keepChanges(heard, previous, lookingAhead(ahead, deps));
  const message = { ...heard.message, position: (previous?.position ?? 0) + 1 };
  const { heldFor } = heard;
  noteAhead({ message, changes, isContext: heldFor === undefined }, ahead);
  if (!heard.isMined) return { kept: nothing([notMined(heard)]), changes };
  const scene = { before, heldFor };
  const extraction = deps.extractor.inline ? await readMessage(message, scene, deps) : undefined;
  if (extraction?.type !== "ok" || extraction.candidates.length > 0)
    return { kept: { type: "unread", message, scene, extraction }, changes };
  const kept = nothing(reasonsOf(message, extraction));
  return { kept, changes: [...changes, ...minedChanges(message, [], deps)] };
}

function nothing(reasons: readonly LeftClause[]): Kept {
  return { type: "ended", receipt: emptyReceipt("nothing", undefined, reasons) };
}

function notMined({ isPerson, message }: Extract<Heard, { type: "heard" }>): LeftClause {
  const reason = isPerson ? "too short" : "not said by a person";
  return { clause: cut(message.text, REASON_CHARACTERS), reason };
}

function ignored(reason: string): Keeping {
  return { kept: { type: "ended", receipt: emptyReceipt("ignored", reason) }, changes: [] };
}

/** What only one person may see is no context for what others see. */
export function inSameScope(message: NewMessage): (other: Message) => boolean {
  return ({ scope, user }) => scope === message.scope && user === message.user;
}

async function beforeIt(
  message: NewMessage,
  ahead: Ahead,
  deps: ListenDeps,
): Promise<readonly Message[]> {
  const { channel, tenant } = message;
  const known =
    ahead.before.get(channel) ??
    (await deps.store.messages.before(tenant, { channel, limit: MESSAGES_BEFORE }));
  ahead.before.set(channel, known);
  return known.filter(inSameScope(message));
}

function lookingAhead({ buffers }: Ahead, deps: ListenDeps): ListenDeps {
  const buffer: ListenDeps["store"]["messages"]["buffer"] = async (tenant, channel) => {
    if (!buffers.has(channel))
      buffers.set(channel, await deps.store.messages.buffer(tenant, channel));
    return buffers.get(channel);
  };
  return { ...deps, store: { ...deps.store, messages: { ...deps.store.messages, buffer } } };
}

type Step = Readonly<{ message: Message; changes: readonly Change[]; isContext: boolean }>;

function noteAhead({ message, changes, isContext }: Step, { before, buffers }: Ahead): void {
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
