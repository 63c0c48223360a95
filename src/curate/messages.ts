// Edits or withdraws one message, and settles what was learned from it.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import type { Kind } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import { emptyReceipt, type Receipt } from "../model/receipt.ts";
import type { Review } from "../model/review.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  findAll,
  retryOnConflict,
  revise,
} from "./actor-context.ts";
import { resting } from "./erase/closure.ts";
import { eraseLines, type JournalLine } from "./erase/erase-lines.ts";
import { ending, restoring } from "./forget.ts";
import { decision } from "./review.ts";
import { drainHeld } from "./vault-file.ts";

type EditMessageInput = ActorContext & Readonly<{ messageId: string; text: string }>;

type EditMessageDeps = WithdrawDeps &
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

// Withdraws a message its author took back: the message, its line in the journal, and what was derived from it.

type WithdrawInput = ActorContext & Readonly<{ messageId: string; purge: boolean }>;
type WithdrawDeps = Pick<CurateDeps, "store" | "restorableDays" | "now" | "ids"> &
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

async function foundMessage(
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
async function withdrawing(what: Withdrawing, deps: WithdrawDeps): Promise<Withdrawn> {
  const { message, and, reason } = what;
  const { store, files, journalLine } = deps;
  const closure = { messages: [message], memories: [] };
  return files.exclusively(async () => {
    await drainHeld(store, files);
    await eraseLines({ closure, journalLine }, files);
    return retryOnConflict(async () => {
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

const REVIEWS_AT_ONCE = 500;

/** What waited for a person and rests on the message no longer waits. */
async function lapsing(
  { message, actor }: Withdrawing,
  { store, now }: WithdrawDeps,
): Promise<readonly Change[]> {
  const quoted = `"messageId":${JSON.stringify(message.id)}`;
  const at = now().toISOString();
  const changes: Change[] = [];
  for (let after: Review | undefined; ; ) {
    const query = {
      states: ["pending"],
      limit: REVIEWS_AT_ONCE,
      ...omitUndefined({ after }),
    } as const;
    const page = await store.reviews.list(message.tenant, query);
    for (const review of page)
      if (JSON.stringify(review.act).includes(quoted))
        changes.push(...decision(review, { state: "lapsed", by: actor, at }));
    if (page.length < REVIEWS_AT_ONCE) return changes;
    after = page.at(-1);
  }
}

// What becomes of memories when a message is withdrawn: those that rested on it alone end, those that retell it end,
// and those with other support lose that one piece of it. What had given way to an ended one is in use again.

type Deps = Pick<CurateDeps, "store" | "now" | "restorableDays">;
type WithdrawalInput = Readonly<{ message: Message; purge: boolean; reason: string }>;

type Withdrawal = Readonly<{
  ended: readonly string[];
  weakened: readonly string[];
  restored: readonly string[];
  /** Conversations that were told with it. */
  episodes: readonly Memory[];
  changes: readonly Change[];
}>;

/** Their text tells of all their sources at once, so it cannot lose one of them. */
const RETELLING: ReadonlySet<Kind> = new Set<Kind>(["episode", "topic", "insight", "summary"]);

export async function withdrawal(what: WithdrawalInput, deps: Deps): Promise<Withdrawal> {
  const { touched, ended } = await affected(what.message, deps);
  const at = deps.now().toISOString();
  const weakened = [...touched.values()].filter(({ id }) => !ended.has(id));
  const restored = await givenWay(what.message.tenant, ended, deps);
  const gone = what.purge ? "purged" : "soft_deleted";
  return {
    ended: [...ended.keys()],
    weakened: weakened.map(({ id }) => id),
    restored: restored.map(({ id }) => id),
    episodes: [...ended.values()].filter(
      ({ kind, state }) => kind === "episode" && state === "active",
    ),
    changes: [
      ...[...ended.values()]
        .filter((memory) => memory.state !== gone)
        .map((memory) => ending(memory, what, deps)),
      ...weakened.map((memory) =>
        revise(memory, supportOf(memory, what.message, ended), {
          at,
          event: "UPDATE",
          reason: what.reason,
        }),
      ),
      ...restored.map((memory) => restoring(memory, what.reason, at)),
    ],
  };
}

type Memories = Map<string, Memory>;

/** Goes on until an end ends nothing more. */
async function affected(
  message: Message,
  deps: Pick<Deps, "store" | "now">,
): Promise<Readonly<{ touched: Memories; ended: Memories }>> {
  const { store } = deps;
  const { tenant } = message;
  const seen: Memories = new Map();
  const ended: Memories = new Map();
  const gather = async (at: Parameters<typeof resting>[1]) =>
    withoutAbsent(await resting(tenant, at, { store }), deps);
  let frontier = await gather({ item: "message", ids: [message.id] });
  while (frontier.length > 0) {
    for (const memory of frontier) seen.set(memory.id, memory);
    const fresh = [...seen.values()].filter(
      (memory) => !ended.has(memory.id) && isEnded(memory, message, ended),
    );
    for (const memory of fresh) ended.set(memory.id, memory);
    frontier = await gather({ item: "memory", ids: fresh.map(({ id }) => id) });
  }
  const isTouched = (memory: Memory) => hasLost(memory, supportOf(memory, message, ended));
  const touched = [...seen.values()].filter(isTouched);
  return { touched: new Map(touched.map((memory) => [memory.id, memory])), ended };
}

const IN_STORE = STATES.filter((state) => state !== "purged");

/** A source that is in no store, such as an episode that waits for review, supports nothing. */
async function withoutAbsent(
  memories: readonly Memory[],
  deps: Pick<Deps, "store" | "now">,
): Promise<readonly Memory[]> {
  const ids = [...new Set(memories.flatMap(({ derivedFrom }) => derivedFrom))];
  const [first] = memories;
  if (first === undefined || ids.length === 0) return memories;
  const known = new Set<string>();
  const wanted = { filter: { ids }, states: IN_STORE };
  for await (const { id } of findAll(hostViewer(first.tenant), wanted, deps)) known.add(id);
  return memories.map((memory) => ({
    ...memory,
    derivedFrom: memory.derivedFrom.filter((id) => known.has(id)),
  }));
}

type Support = Pick<Memory, "evidence" | "derivedFrom">;

function supportOf(memory: Memory, message: Message, ended: ReadonlyMap<string, Memory>): Support {
  return {
    evidence: memory.evidence.filter(
      (piece) => piece.type !== "span" || piece.messageId !== message.id,
    ),
    derivedFrom: memory.derivedFrom.filter((id) => !ended.has(id)),
  };
}

function hasLost(memory: Memory, { evidence, derivedFrom }: Support): boolean {
  return evidence.length < memory.evidence.length || derivedFrom.length < memory.derivedFrom.length;
}

function isEnded(memory: Memory, message: Message, ended: ReadonlyMap<string, Memory>): boolean {
  const left = supportOf(memory, message, ended);
  if (!hasLost(memory, left)) return false;
  return RETELLING.has(memory.kind) || left.evidence.length + left.derivedFrom.length === 0;
}

/** A line that was replaced or merged away by one that now ends, and does not end itself. */
async function givenWay(
  tenant: string,
  ended: ReadonlyMap<string, Memory>,
  deps: Deps,
): Promise<readonly Memory[]> {
  const found: Memories = new Map();
  for (const { kind, subject } of ended.values()) {
    const filter = { kinds: [kind], ...(subject === undefined ? {} : { subject }) };
    const wanted = { filter, states: ["superseded"] } as const;
    for await (const memory of findAll(hostViewer(tenant), wanted, deps))
      if (ended.has(memory.supersededBy ?? "") && !ended.has(memory.id))
        found.set(memory.id, memory);
  }
  return [...found.values()];
}

// An episode that lost one of its messages is told again from those that are left: nobody else's words go with it.

/** `messageId` is left out, unless it was edited: then its new words are told with the others. */
type Lost = Readonly<{ messageId: string; isEdited: boolean }>;

/** They go back into a buffer that nobody else writes to, with its flush on the way, in the same commit. */
function tellAgain(
  episode: Memory,
  { messageId, isEdited }: Lost,
  deps: Pick<CurateDeps, "now" | "ids">,
): readonly Change[] {
  const left = episode.evidence.flatMap((piece) =>
    piece.type === "span" && (isEdited || piece.messageId !== messageId) ? [piece.messageId] : [],
  );
  if (left.length === 0) return [];
  const { tenant } = episode;
  const runAt = deps.now().toISOString();
  const at = episode.validFrom ?? runAt;
  const buffer = deps.ids();
  const channel = `told again: ${buffer}`;
  return [
    ...left.map((id): Change => {
      return { type: "buffer", messageId: id, channel, buffer, at, flushAt: runAt };
    }),
    { type: "close_buffer", channel, buffer },
    {
      type: "enqueue",
      job: {
        id: deps.ids(),
        tenant,
        name: "flush",
        key: buffer,
        payload: { buffer, channel },
        runAt,
      },
    },
  ];
}

/** In an open conversation or in none, an edited message finds its place by itself. */
function withoutPlace(changes: readonly Change[]): readonly Change[] {
  const isPlace = ({ type }: Change) => type === "buffer" || type === "close_buffer";
  return changes.filter((change) => !isPlace(change) && !isFlush(change));
}

function isFlush(change: Change): boolean {
  return change.type === "enqueue" && change.job.name === "flush";
}
