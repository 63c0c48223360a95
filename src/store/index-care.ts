// Proves that the indexes hold exactly what the rows hold, and mends what does not (R-DUR-6).

import type { Item } from "../model/change-set.ts";
import type { IndexFaults } from "../ports/upkeep-store.ts";
import { number, text } from "./columns.ts";
import { all, first, run, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow } from "./memory-row.ts";
import { tenantToken } from "./tenant-token.ts";
import { memoryEntry } from "./text-entry.ts";

const ITEMS: readonly Item[] = ["memory", "message"];

/** The word index points at rows by number in one database, by id in the other. */
const WORDS = {
  sqlite: {
    memory: {
      missing: `m.tenant = ? AND NOT EXISTS (SELECT 1 FROM memory_text t WHERE t.rowid = m.seq)
        AND m.seq <= (SELECT seq FROM indexed_up_to WHERE item = 'memory')`,
      stray: `FROM memory_text WHERE memory_text MATCH 'tenant : ' || ? AND NOT EXISTS
          (SELECT 1 FROM memories m WHERE m.seq = memory_text.rowid)`,
    },
    message: {
      missing: `m.tenant = ? AND m.searchable = 1
        AND NOT EXISTS (SELECT 1 FROM message_text t WHERE t.rowid = m.seq)
        AND m.seq <= (SELECT seq FROM indexed_up_to WHERE item = 'message')`,
      stray: `FROM message_text WHERE message_text MATCH 'tenant : ' || ? AND NOT EXISTS
          (SELECT 1 FROM messages m WHERE m.seq = message_text.rowid)`,
    },
    tenantIn: tenantToken,
  },
  postgres: {
    memory: {
      missing: `m.tenant = ? AND NOT EXISTS
        (SELECT 1 FROM memory_text t WHERE t.tenant = m.tenant AND t.id = m.id)`,
      stray: `FROM memory_text WHERE tenant = ? AND NOT EXISTS
          (SELECT 1 FROM memories m WHERE m.tenant = memory_text.tenant AND m.id = memory_text.id)`,
    },
    message: {
      missing: `m.tenant = ? AND m.searchable = 1 AND NOT EXISTS
        (SELECT 1 FROM message_text t WHERE t.tenant = m.tenant AND t.id = m.id)`,
      stray: `FROM message_text WHERE tenant = ? AND NOT EXISTS
          (SELECT 1 FROM messages m WHERE m.tenant = message_text.tenant AND m.id = message_text.id)`,
    },
    tenantIn: (tenant: string) => tenant,
  },
} as const satisfies Record<Dialect["name"], object>;

const TABLE = { memory: "memories", message: "messages" } as const;
const IN_USE = { memory: "m.state = 'active'", message: "m.searchable = 1" } as const;

const STRAY_VECTORS = {
  memory: `FROM vectors WHERE tenant = ? AND item = 'memory' AND NOT EXISTS
    (SELECT 1 FROM memories m WHERE m.tenant = vectors.tenant AND m.id = vectors.item_id)`,
  message: `FROM vectors WHERE tenant = ? AND item = 'message' AND NOT EXISTS
    (SELECT 1 FROM messages m WHERE m.tenant = vectors.tenant AND m.id = vectors.item_id)`,
} as const;

export function* indexFaults(dialect: Dialect, tenant: string, model: string): Step<IndexFaults> {
  const words = WORDS[dialect.name];
  const faults = { withoutWords: 0, strayWords: 0, strayVectors: 0, withoutVector: 0 };
  for (const item of ITEMS) {
    faults.withoutWords += yield* counted(
      `SELECT count(*) AS n FROM ${TABLE[item]} m WHERE ${words[item].missing}`,
      [tenant],
    );
    faults.strayWords += yield* counted(`SELECT count(*) AS n ${words[item].stray}`, [
      words.tenantIn(tenant),
    ]);
    faults.strayVectors += yield* counted(`SELECT count(*) AS n ${STRAY_VECTORS[item]}`, [tenant]);
    faults.withoutVector += yield* counted(
      `SELECT count(*) AS n FROM ${TABLE[item]} m WHERE m.tenant = ? AND ${IN_USE[item]} AND NOT EXISTS
         (SELECT 1 FROM vectors v WHERE v.tenant = m.tenant AND v.item = ? AND v.item_id = m.id AND v.model = ?)`,
      [tenant, item, model],
    );
  }
  const otherModels = yield* counted(
    "SELECT count(*) AS n FROM vectors WHERE tenant = ? AND model <> ?",
    [tenant, model],
  );
  return { ...faults, otherModels };
}

function* counted(sql: string, values: readonly string[]): Step<number> {
  const row = yield* first(sql, values);
  return row === undefined ? 0 : number(row, "n");
}

export function* repairIndex(dialect: Dialect, tenant: string): Step<void> {
  const words = WORDS[dialect.name];
  const memories = yield* all(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE ${words.memory.missing}`,
    [tenant],
  );
  yield* dialect.putText(memories.map((row) => memoryEntry(memoryFromRow(row), "again")));
  const messages = yield* all(
    `SELECT m.id, m.text, m.context FROM messages m WHERE ${words.message.missing}`,
    [tenant],
  );
  yield* dialect.putText(
    messages.map((row) => {
      const said = { text: text(row, "text"), context: text(row, "context") };
      return { item: "message", tenant, id: text(row, "id"), filing: "again", ...said };
    }),
  );
  for (const item of ITEMS) {
    yield* send(`DELETE ${words[item].stray}`, [words.tenantIn(tenant)]);
    yield* send(`DELETE ${STRAY_VECTORS[item]}`, [tenant]);
  }
}

/** Nobody looks for them any more, so nothing that holds vectors in memory needs to be told. */
export function* dropVectors(tenant: string, exceptModel: string): Step<number> {
  return yield* run("DELETE FROM vectors WHERE tenant = ? AND model <> ?", [tenant, exceptModel]);
}
