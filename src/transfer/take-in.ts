// Takes in one batch of records, each by the path that everything of its kind takes: messages are listened to,
// memories are proposed, our own records are put back. The ledger keeps what is known from being taken in again.

import { MemoryError } from "../errors.ts";
import type { Imported } from "../model/imported.ts";
import type { NewMessage } from "../model/message.ts";
import { type Outcome, type Receipt, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Restored, StoredRecord } from "../ports/transfer-store.ts";
import { type ListenDeps, listenTogether } from "../write/listen.ts";
import { remember } from "../write/remember.ts";
import { type Into, ledgerKey, messageOf, proposalOf } from "./drafts.ts";
import type { ImportRecord } from "./record.ts";
import type { Tally } from "./report.ts";

export type Taking = Readonly<{ format: string; into: Into; tally: Tally }>;

type Of<T extends ImportRecord["type"]> = Extract<ImportRecord, { type: T }>;
/** By ledger key. */
type Known = Map<string, Imported>;

export async function takeIn(
  batch: readonly ImportRecord[],
  taking: Taking,
  deps: ListenDeps,
): Promise<void> {
  const known = await knownOf(batch, taking, deps);
  await intend(batch, { ...taking, known }, deps);
  const stored: StoredRecord[] = [];
  const messages: Of<"message">[] = [];
  for (const record of batch) {
    if (record.type !== "left_out") taking.tally.add("read");
    if (record.type === "stored") stored.push(record.record);
    else if (record.type === "message") messages.push(record);
    else await takeOne(record, { ...taking, known }, deps);
  }
  await takeMessages(messages, { ...taking, known }, deps);
  await putBack(stored, taking, deps);
}

function keyOf(record: ImportRecord, { format }: Taking): string | undefined {
  return "key" in record ? ledgerKey(format, record.key) : undefined;
}

async function knownOf(
  batch: readonly ImportRecord[],
  taking: Taking,
  { store }: ListenDeps,
): Promise<Known> {
  const keys = batch.flatMap((record) => keyOf(record, taking) ?? []);
  if (keys.length === 0) return new Map();
  const found = await store.transfer.known(taking.into.tenant, keys);
  return new Map(found.map((imported) => [imported.key, imported]));
}

type Knowing = Taking & Readonly<{ known: Known }>;

/**
 * Says which messages are about to be heard as this import's own. A process that dies while it hears them leaves them
 * so, and the next run goes on with them; what was there before is never taken for its own.
 */
async function intend(
  batch: readonly ImportRecord[],
  { known, ...taking }: Knowing,
  { store }: ListenDeps,
): Promise<void> {
  const { tenant, importId } = taking.into;
  const fresh = batch.flatMap((record): Imported[] => {
    const key = keyOf(record, taking);
    if (record.type !== "message" || key === undefined || known.has(key)) return [];
    const { id } = messageOf(record.message, taking.into);
    return [{ key, importId, item: "message", itemId: id, outcome: "intended" }];
  });
  const ids = fresh.map(({ itemId }) => itemId);
  const heard = ids.length === 0 ? [] : await store.messages.get(hostViewer(tenant), ids);
  const there = new Set(heard.map(({ id }) => id));
  const intended = fresh.filter(({ itemId }) => !there.has(itemId));
  if (intended.length > 0) await store.transfer.note(tenant, intended);
}

async function takeOne(
  record: Exclude<ImportRecord, { type: "stored" | "message" }>,
  taking: Knowing,
  deps: ListenDeps,
): Promise<void> {
  const { tally } = taking;
  switch (record.type) {
    case "bad":
      return tally.bad(record.where, record.reason);
    case "left_out":
      tally.add("leftOut");
      return tally.why(`left out: ${record.why}`);
    case "memory":
      return takeMemory(record, taking, deps);
    case "relation":
      return takeRelation(record, taking, deps);
  }
}

type Fresh = Readonly<{
  key: string;
  importId: string;
  where: string;
  message: NewMessage;
  /** A run before this one meant to hear it, and died. */
  isIntended: boolean;
}>;

/** Kept in one commit, then read in turn. */
async function takeMessages(
  records: readonly Of<"message">[],
  taking: Knowing,
  deps: ListenDeps,
): Promise<void> {
  const fresh = await freshOf(records, taking, deps);
  const messages = fresh.map(({ message }) => message);
  const heard = await Promise.allSettled(listenTogether(messages, deps));
  const noted = fresh.map((one, index): Imported => {
    const isAdded = tallied(one, heard[index], taking.tally);
    const { key, importId, message } = one;
    return isAdded
      ? { key, importId, item: "message", itemId: message.id, outcome: "added" }
      : { key, importId, item: "none", itemId: "", outcome: "passed" };
  });
  for (const one of noted) taking.known.set(one.key, one);
  if (noted.length > 0) await deps.store.transfer.note(taking.into.tenant, noted);
}

async function freshOf(
  records: readonly Of<"message">[],
  { format, into, known, tally }: Knowing,
  deps: ListenDeps,
): Promise<readonly Fresh[]> {
  const fresh = new Map<string, Fresh>();
  for (const record of records) {
    const key = ledgerKey(format, record.key);
    const before = known.get(key);
    const message = messageOf(record.message, into);
    const isKnown = before !== undefined && before.outcome !== "intended";
    if (isKnown || fresh.has(message.id)) tally.add("known");
    else if (await isErased(message, deps)) tally.add("erased");
    else {
      const importId = before?.importId ?? into.importId;
      const isIntended = before !== undefined;
      fresh.set(message.id, { key, importId, where: record.key, message, isIntended });
    }
  }
  return [...fresh.values()];
}

async function isErased(message: NewMessage, { store }: ListenDeps): Promise<boolean> {
  const { tenant, id, author } = message;
  return (
    (await store.upkeep.isErased(tenant, "message", id)) ||
    store.upkeep.isErased(tenant, "subject", author.id)
  );
}

/** Whether the message is now kept because of this import. */
function tallied(
  { where, isIntended }: Fresh,
  heard: PromiseSettledResult<Receipt> | undefined,
  tally: Tally,
): boolean {
  if (heard?.status !== "fulfilled") {
    // What this one message cannot do says nothing of the next; anything else ends the import, to be gone on with.
    const thrown: unknown = heard?.reason;
    if (!(thrown instanceof MemoryError) || thrown.code !== "invalid_input") throw thrown;
    tally.bad(where, thrown.message);
    return false;
  }
  const receipt = heard.value;
  if (receipt.reason === "already_heard") {
    tally.add("known");
    return isIntended;
  }
  if (receipt.status === "ignored") {
    tally.add("ignored");
    tally.why(`ignored: ${receipt.reason ?? ""}`);
    return false;
  }
  tally.add("messages");
  if (receipt.status === "failed") tally.add("failed");
  tally.receipt(receipt);
  return true;
}

async function takeMemory(record: Of<"memory">, taking: Knowing, deps: ListenDeps): Promise<void> {
  const { into, known, tally } = taking;
  const key = ledgerKey(taking.format, record.key);
  if (known.has(key)) return tally.add("known");
  const proposal = proposalOf(record.memory, into, deps.gate);
  const { subject } = proposal;
  if (subject !== undefined && (await deps.store.upkeep.isErased(into.tenant, "subject", subject)))
    return tally.add("erased");
  const act = {
    tenant: into.tenant,
    actor: actorOf(into.importId),
    cause: "import",
    sources: { messages: new Map(), names: [] },
    alongside: (outcomes: readonly Outcome[]) =>
      outcomes.map((outcome) => {
        const imported: Imported = { key, importId: into.importId, ...itemOf(outcome) };
        known.set(key, imported);
        return { type: "imported", imported } as const;
      }),
  };
  tally.receipt(receiptOf(await remember([proposal], act, deps)));
}

/** The name under which the history keeps what an import did. */
export function actorOf(importId: string): string {
  return `import:${importId}`;
}

function itemOf(outcome: Outcome): Pick<Imported, "item" | "itemId" | "outcome"> {
  switch (outcome.type) {
    case "stored":
      return { item: "memory", itemId: outcome.id, outcome: "added" };
    case "merged":
      return { item: "memory", itemId: outcome.id, outcome: "merged" };
    case "held":
      return { item: "review", itemId: outcome.reviewId, outcome: "added" };
    case "dropped":
      return { item: "none", itemId: "", outcome: "passed" };
  }
}

/** Both ends must have become memories, now or before. */
async function takeRelation(
  record: Of<"relation">,
  { format, into, known, tally }: Knowing,
  { store }: ListenDeps,
): Promise<void> {
  const { tenant, importId, at } = into;
  const key = ledgerKey(format, record.key);
  if (known.has(key)) return tally.add("known");
  const ends = [record.from, record.to].map((end) => ledgerKey(format, end));
  const found = await store.transfer.known(tenant, ends);
  const [from, to] = ends.map((end) =>
    found.find((one) => one.key === end && one.item === "memory"),
  );
  if (from === undefined || to === undefined || from.itemId === to.itemId) {
    tally.add("dropped");
    return tally.why("dropped: relation without both ends");
  }
  const relation = {
    from: from.itemId,
    to: to.itemId,
    type: "related_to",
    strength: 1,
    createdAt: at,
  } as const;
  const imported: Imported = { key, importId, item: "none", itemId: "", outcome: "passed" };
  known.set(key, imported);
  await store.commit({
    ...{ tenant, at, actor: actorOf(importId), cause: "import" },
    changes: [
      { type: "link", relation },
      { type: "imported", imported },
    ],
  });
  tally.add("stored");
}

async function putBack(
  records: readonly StoredRecord[],
  { into, tally }: Taking,
  { store }: ListenDeps,
): Promise<void> {
  if (records.length === 0) return;
  const { tenant, importId } = into;
  const became = await store.transfer
    .restore(tenant, records, importId)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof MemoryError) || thrown.code !== "conflict") throw thrown;
      return undefined;
    });
  if (became !== undefined) for (const one of became) count(one, tally);
  else for (const record of records) await putBackAlone(record, { into, tally }, store);
}

/** One of a batch is in conflict with what is here; each by itself shows which. */
async function putBackAlone(
  record: StoredRecord,
  { into, tally }: Pick<Taking, "into" | "tally">,
  store: ListenDeps["store"],
): Promise<void> {
  try {
    const [one = "held"] = await store.transfer.restore(into.tenant, [record], into.importId);
    count(one, tally);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    if (thrown.code !== "conflict" && thrown.code !== "invalid_input") throw thrown;
    tally.bad(record.type, "does not fit what is stored here");
  }
}

function count(became: Restored, tally: Tally): void {
  if (became === "held") tally.bad("record", "another record is in its place");
  else tally.add(became === "added" ? "restored" : became);
}
