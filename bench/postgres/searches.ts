// Questions to one node on PostgreSQL, one after another, about made-up facts of one tenant.

import { createMemory } from "../../src/index.ts";
import { TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import type { Cell, Table } from "../run/measured.ts";
import { percentiles } from "../run/timing.ts";

const SEED = 11;
const WARM_UP = 100;
const QUESTIONS = 300;

/** What stands of one size in the table. */
export async function searchedAt(url: string, memories: number): Promise<readonly Cell[]> {
  const memory = await createMemory({ url, upkeep: false });
  const made = madeText(SEED);
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + QUESTIONS; turn++) {
    const query = made.question();
    const began = performance.now();
    await memory.search({ tenant: TENANT, query, limit: 10 });
    if (turn >= WARM_UP) times.push(performance.now() - began);
  }
  await memory.close();
  const { p50, p95, p99 } = percentiles(times);
  return [memories, p50, p95, p99];
}

export function searchTable(rows: readonly (readonly Cell[])[]): Table {
  return {
    title: "Searching on one PostgreSQL",
    columns: ["memories", "p50 ms", "p95 ms", "p99 ms"],
    rows,
    notes: [
      `Ten results for each of ${QUESTIONS} questions, one after another, after ${WARM_UP} that are not counted; made-up facts of one tenant, imported.`,
    ],
  };
}
