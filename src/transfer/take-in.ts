// Takes in one batch of records, each by the path that everything of its kind takes: messages are listened to,
// memories are proposed, our own records are put back. The ledger keeps what is known from being taken in again.

import { type Outcome, receiptOf } from "../model/receipt.ts";
import type { Imported } from "../model/transfer-format.ts";
import { hostViewer } from "../model/viewer.ts";
import type { StoredRecord } from "../ports/transfer-store.ts";
import type { IngestDeps } from "../write/act.ts";
import { remember } from "../write/remember.ts";
import { ledgerKey, messageOf, proposalOf } from "./drafts.ts";
import { putBack } from "./put-back.ts";
import type { ImportRecord } from "./record.ts";
import { takeMessages } from "./take-messages.ts";
import { takeMoved, takeVectors } from "./take-moved.ts";
import { actorOf, type Knowing, type Known, type Of, type Taking } from "./taking.ts";

export async function takeIn(
  batch: readonly ImportRecord[],
  taking: Taking,
  deps: IngestDeps,
): Promise<void> {
  const known = await knownOf(batch, taking, deps);
  await intend(batch, { ...taking, known }, deps);
  const stored: StoredRecord[] = [];
  const messages: Of<"message">[] = [];
  const moved: Of<"moved">[] = [];
  const vectors: Of<"vector">[] = [];
  for (const record of batch) {
    if (!UNCOUNTED.has(record.type)) taking.tally.add("read");
    if (record.type === "stored") stored.push(record.record);
    else if (record.type === "moved") moved.push(record);
    else if (record.type === "vector") vectors.push(record);
    else if (record.type === "message") messages.push(record);
    else await takeOne(record, { ...taking, known }, deps);
  }
  await takeMessages(messages, { ...taking, known }, deps);
  await putBack(stored, { ...taking, store: deps.store });
  await takeMoved(moved, taking, deps);
  await takeVectors(vectors, taking, deps);
}

/** What says something of a record beside it is none itself. */
const UNCOUNTED: ReadonlySet<string> = new Set(["left_out", "odd", "vector"]);

function keyOf(record: ImportRecord, { format }: Taking): string | undefined {
  return "key" in record ? ledgerKey(format, record.key) : undefined;
}

async function knownOf(
  batch: readonly ImportRecord[],
  taking: Taking,
  { store }: IngestDeps,
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
  { store }: IngestDeps,
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
  record: Exclude<ImportRecord, { type: "stored" | "moved" | "vector" | "message" }>,
  taking: Knowing,
  deps: IngestDeps,
): Promise<void> {
  const { tally } = taking;
  switch (record.type) {
    case "bad":
      return tally.bad(record.where, record.reason);
    case "odd":
      return tally.odd(record.where, record.reason);
    case "left_out":
      tally.add("leftOut");
      return tally.why(`left out: ${record.why}`);
    case "memory":
      return takeMemory(record, taking, deps);
    case "relation":
      return takeRelation(record, taking, deps);
  }
}

async function takeMemory(record: Of<"memory">, taking: Knowing, deps: IngestDeps): Promise<void> {
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
  { store }: IngestDeps,
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
