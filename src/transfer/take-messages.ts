// Messages of an import, which are listened to like any other: those that are new, and what became of each.

import { MemoryError } from "../errors.ts";
import type { NewMessage } from "../model/message.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Imported } from "../model/transfer-format.ts";
import type { IngestDeps } from "../write/act.ts";
import { ingestBatch } from "../write/ingest.ts";
import { ledgerKey, messageOf } from "./drafts.ts";
import type { Tally } from "./report.ts";
import type { Knowing, Of } from "./taking.ts";

type Fresh = Readonly<{
  key: string;
  importId: string;
  where: string;
  message: NewMessage;
  /** A run before this one meant to hear it, and died. */
  isIntended: boolean;
}>;

/** Kept in one commit, then read in turn. */
export async function takeMessages(
  records: readonly Of<"message">[],
  taking: Knowing,
  deps: IngestDeps,
): Promise<void> {
  const fresh = await freshOf(records, taking, deps);
  const messages = fresh.map(({ message }) => message);
  const heard = await Promise.allSettled(ingestBatch(messages, deps));
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
  deps: IngestDeps,
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

async function isErased(message: NewMessage, { store }: IngestDeps): Promise<boolean> {
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
  if (receipt.reason?.startsWith("already_heard") === true) {
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
