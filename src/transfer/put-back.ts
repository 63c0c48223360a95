// Puts records in their places as they were: those of our own export, and rows of older systems.

import { MemoryError } from "../errors.ts";
import type { Store } from "../ports/store.ts";
import type { Restored, StoredRecord } from "../ports/transfer-store.ts";
import type { Tally } from "./report.ts";
import type { Taking } from "./taking.ts";

type Place = Pick<Taking, "into" | "tally"> &
  Readonly<{
    store: Store;
    /** What to put in when another record is in the place of this one; nothing where absent. */
    instead?: (record: StoredRecord) => StoredRecord | undefined;
  }>;

export async function putBack(records: readonly StoredRecord[], place: Place): Promise<void> {
  if (records.length === 0) return;
  const { into, store } = place;
  const became = await store.transfer
    .restore(into.tenant, records, into.importId)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof MemoryError) || thrown.code !== "conflict") throw thrown;
      return undefined;
    });
  for (const [index, record] of records.entries())
    if (became === undefined) await putBackAlone(record, place);
    else await settle(record, became[index] ?? "held", place);
}

/** One of a batch is in conflict with what is here; each by itself shows which. */
async function putBackAlone(record: StoredRecord, place: Place): Promise<void> {
  const { into, tally, store } = place;
  try {
    const [one = "held"] = await store.transfer.restore(into.tenant, [record], into.importId);
    await settle(record, one, place);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    if (thrown.code !== "conflict" && thrown.code !== "invalid_input") throw thrown;
    tally.bad(record.type, "does not fit what is stored here");
  }
}

async function settle(record: StoredRecord, became: Restored, place: Place): Promise<void> {
  const { into, tally, store, instead } = place;
  if (became !== "held") return count(became, tally);
  const other = instead?.(record);
  if (other === undefined) return tally.bad("record", "another record is in its place");
  const [one = "held"] = await store.transfer.restore(into.tenant, [other], into.importId);
  if (one === "held") return tally.bad("record", "another record is in its place");
  count(one, tally);
  if (one === "added") tally.why("kept as archived: the same line is here already");
}

function count(became: Exclude<Restored, "held">, tally: Tally): void {
  tally.add(became === "added" ? "restored" : became);
}
