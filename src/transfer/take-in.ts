// Takes in one batch of records, each by the path that everything of its kind takes: messages are listened to,
// memories are proposed, our own records are put back. The ledger keeps what is known from being taken in again.

import { MemoryError } from "../errors.ts";
import type { Imported } from "../model/imported.ts";
import { type Outcome, receiptOf } from "../model/receipt.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Restored, StoredRecord } from "../ports/transfer-store.ts";
import type { ListenDeps } from "../write/listen.ts";
import { remember } from "../write/remember.ts";
import { ledgerKey, messageOf, proposalOf } from "./drafts.ts";
import type { ImportRecord } from "./record.ts";
import type { Tally } from "./report.ts";
import { takeMessages } from "./take-messages.ts";
import type { Knowing, Known, Of, Taking } from "./taking.ts";

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
