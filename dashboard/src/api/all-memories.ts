// Every memory under a filter, however many pages they fill.

import type { Client } from "../../../src/surfaces/client/create-client.ts";
import type { Answer, Asked } from "./connection.ts";

const PAGE = 200;

export async function allMemories(
  client: Client,
  asked: Omit<Asked<"list">, "limit" | "after">,
): Promise<Answer<"list">> {
  const all: Answer<"list">[number][] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await client.list({
      ...asked,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
