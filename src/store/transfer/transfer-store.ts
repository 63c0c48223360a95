// Moving memory in and out, over one database.

import type { TransferStore } from "../../ports/transfer-store.ts";
import { number } from "../columns.ts";
import type { WriteContext } from "../commit/write-context.ts";
import { type Database, first, type Step, send } from "../database.ts";
import { hashId, removeMemory, removeMessage } from "../erase/removal.ts";
import { pageOf } from "./export-pages.ts";
import {
  broughtBy,
  endImport,
  forgetImported,
  importRuns,
  knownRecords,
  noteImported,
  startImport,
  tenantsOf,
  unfinished,
} from "./import-ledger.ts";
import { restoreRecords } from "./restore-records.ts";

export function transferStore(db: Database, writing: WriteContext): TransferStore {
  const { dialect } = writing;
  return {
    page: (tenant, part, query) => db.read(() => pageOf({ dialect, tenant, part }, query)),
    restore: (tenant, records, importId) =>
      db.write(() => restoreRecords({ tenant, writing, importId }, records)),
    start: async (tenant, started) => {
      await db.write(() => startImport(tenant, started));
    },
    end: (tenant, id, as) => db.write(() => endImport(tenant, id, as)),
    runs: (tenant, limit) => db.read(() => importRuns(tenant, limit)),
    unfinished: (tenant, source) => db.read(() => unfinished(tenant, source)),
    known: (tenant, keys) => db.read(() => knownRecords(dialect, tenant, keys)),
    note: (tenant, imported) =>
      db.write(function* () {
        for (const one of imported) yield* noteImported(tenant, one);
      }),
    broughtBy: (tenant, importId, query) => db.read(() => broughtBy(tenant, importId, query)),
    takeBack: (tenant, what) => db.write(() => takeBack(writing, tenant, what)),
    forgetImported: (tenant, importId) => db.write(() => forgetImported(tenant, importId)),
    tenantsOf: (importId) => db.read(() => tenantsOf(importId)),
    counts: (tenant) => db.read(() => counts(tenant)),
  };
}

type Taken = Parameters<TransferStore["takeBack"]>[1];

/** What a person decided on in the meantime is theirs, and stays. */
function* takeBack({ dialect }: WriteContext, tenant: string, what: Taken): Step<void> {
  for (const id of what.memories) {
    yield* removeMemory(dialect, tenant, id);
    yield* send("DELETE FROM history WHERE tenant = ? AND memory_id = ?", [tenant, id]);
    yield* send("DELETE FROM change_log WHERE tenant = ? AND memory_id = ?", [tenant, id]);
    yield* send("DELETE FROM tombstones WHERE tenant = ? AND item = 'memory' AND item_hash = ?", [
      tenant,
      hashId(tenant, id),
    ]);
  }
  for (const id of what.messages) yield* removeMessage(dialect, tenant, id);
  if (what.messages.length > 0) yield* dropEmptyConversations(tenant);
  for (const id of what.reviews)
    yield* send("DELETE FROM reviews WHERE tenant = ? AND id = ? AND state = 'pending'", [
      tenant,
      id,
    ]);
}

/** What was gathered of messages that are gone, and the flush that waits for them. */
function* dropEmptyConversations(tenant: string): Step<void> {
  yield* send(
    `DELETE FROM buffers WHERE tenant = ? AND NOT EXISTS
       (SELECT 1 FROM messages m WHERE m.tenant = buffers.tenant AND m.buffer = buffers.id)`,
    [tenant],
  );
  yield* send(
    `DELETE FROM jobs WHERE tenant = ? AND name = 'flush' AND state = 'queued' AND NOT EXISTS
       (SELECT 1 FROM messages m WHERE m.tenant = jobs.tenant AND m.buffer = jobs.job_key)
       AND NOT EXISTS (SELECT 1 FROM memories e WHERE e.tenant = jobs.tenant AND e.id = jobs.job_key)`,
    [tenant],
  );
}

function* counts(tenant: string): Step<{ memories: number; messages: number }> {
  const row = yield* first(
    `SELECT (SELECT count(*) FROM memories WHERE tenant = ?) AS memories,
            (SELECT count(*) FROM messages WHERE tenant = ?) AS messages`,
    [tenant, tenant],
  );
  return row === undefined
    ? { memories: 0, messages: 0 }
    : { memories: number(row, "memories"), messages: number(row, "messages") };
}
