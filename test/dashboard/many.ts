// A store with more in it than anyone scrolls through by hand, written by the store itself, a thousand at a time.

import type { Activity } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change-set.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { NewMessage } from "../../src/model/message.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { TENANT } from "./seed.ts";

export const MANY = 10_000;
const MANY_ELSEWHERE = 1_000;
const BATCH = 1_000;
const GOODS = ["oranges", "cork", "sardines", "tiles", "salt"];

export async function fillWithMany(path: string): Promise<void> {
  const now = new Date();
  const store = await openSqliteStore({
    ...{ path, durability: "normal", keepsFiles: false, now: () => now },
  });
  const write = async (count: number, changeOf: (index: number) => Change) => {
    for (let from = 0; from < count; from += BATCH)
      await store.commit({
        ...{ tenant: TENANT, at: now.toISOString(), actor: "test", cause: "remember" },
        changes: Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
          changeOf(from + index),
        ),
      });
  };
  const at = (index: number) => new Date(now.getTime() - index * 60_000).toISOString();
  await write(MANY, (index) => ({
    ...{ type: "create", reason: "seed", memory: memory(index, at(index)) },
  }));
  await write(MANY_ELSEWHERE, (index) => ({
    ...{ type: "keep", context: "", searchable: true, message: message(index, at(index)) },
  }));
  await write(MANY_ELSEWHERE, (index) => ({
    ...{ type: "record", activity: activity(index, at(index)) },
  }));
  await store.close();
}

function memory(index: number, at: string): Memory {
  const goods = GOODS[index % GOODS.length] ?? "";
  return {
    ...{ id: `memory-${String(index).padStart(5, "0")}`, tenant: TENANT, scope: "shared" },
    ...{
      kind: "log",
      category: goods,
      tags: [goods],
      participants: [],
      subject: `p${index % 300}`,
    },
    text: `Ship ${index} left the harbour with ${index % 97} crates of ${goods}.`,
    ...{ confidence: 0.8, importance: 3, pinned: false, stability: "stable" },
    ...{ sensitivity: "normal", origins: ["user"], trust: 3, evidence: [], derivedFrom: [] },
    ...{ state: "active", version: 1, createdAt: at, updatedAt: at, writer: {} },
  };
}

function message(index: number, at: string): NewMessage {
  return {
    ...{ tenant: TENANT, id: `message-${index}`, channel: `channel-${index % 250}`, at },
    author: { id: `p${index % 300}`, name: `Person ${index % 300}`, isBot: false },
    ...{ text: `Is ship ${index} in?`, role: "user", origin: "user", scope: "shared" },
  };
}

function activity(index: number, at: string): Activity {
  return {
    tenant: TENANT,
    at,
    node: "hotpath",
    op: "memory_fact",
    status: "ok",
    detail: `${index}`,
  };
}
