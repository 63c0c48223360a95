// An edge between two memories, written by itself: the store's own door, since the engine links as it stores.

import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { fillStore, NOW, TENANT } from "../recall-speed/fill-store.ts";
import { atMost, type Measured } from "../run/measured.ts";
import { percentiles, timesOf } from "../run/timing.ts";

export async function addEdges({
  folder,
  edges,
}: Readonly<{ folder: string; edges: number }>): Promise<Measured> {
  const path = join(folder, "edges.db");
  await fillStore({ path, memories: edges + 1, messages: 0, seed: 3 });
  const store = await openSqliteStore({
    ...{ path, durability: "normal", keepsFiles: false },
    now: () => NOW,
  });
  const at = NOW.toISOString();
  const times = await timesOf(edges, (turn) => {
    const ends = { from: `fact-${turn}`, to: `fact-${(turn * 7 + 1) % edges}` };
    const relation = { ...ends, type: "related_to", strength: 0.5, createdAt: at } as const;
    return store.commit({
      ...{ tenant: TENANT, at, actor: "bench", cause: "bench" },
      changes: [{ type: "link", relation }],
    });
  });
  await store.close();
  const { p50, p95, p99 } = percentiles(times);
  return {
    tables: [
      {
        title: "Writing one edge",
        columns: ["what", "p50 ms", "p95 ms", "p99 ms"],
        rows: [["edge between two memories", p50, p95, p99]],
        notes: [`${edges} edges, one commit each, among ${edges + 1} memories.`],
      },
    ],
    ratios: {},
    promises: [atMost("an edge, p50 ≤ 1 ms", p50, 1)],
  };
}
