// Whether two engines that should hold the same answer alike.

import type { MemoryEngine } from "../../src/index.ts";
import { madeText } from "../recall-speed/made-text.ts";

const SEED = 5;

/** Questions, one for each tenant given, that are answered by other ids, in another order, or not at all. */
export async function answersThatDiffer(
  one: MemoryEngine,
  other: MemoryEngine,
  tenants: readonly string[],
): Promise<number> {
  const made = madeText(SEED);
  let differ = 0;
  for (const tenant of tenants) {
    const asked = { tenant, query: made.question(), limit: 10 };
    const [first, second] = await Promise.all([idsOf(one, asked), idsOf(other, asked)]);
    if (first === "" || first !== second) differ += 1;
  }
  return differ;
}

type Asked = Parameters<MemoryEngine["search"]>[0];

async function idsOf(memory: MemoryEngine, asked: Asked): Promise<string> {
  const { hits } = await memory.search(asked);
  return hits.map(({ id }) => id).join(" ");
}
