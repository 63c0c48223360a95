// Finding memories for mem0's clients: by a question, by filters, one by its id.

import { MemoryError } from "../../errors.ts";
import type { Memory } from "../../model/memory.ts";
import { type Asking, call, type Fields, refuseUnsupported, textOf } from "./asking.ts";
import { filterOf } from "./entity-filter.ts";
import { shownHistory, shownMemory } from "./shapes.ts";

const READ_AT_ONCE = 200;
const MOST_LISTED = 10_000;
const PAGE_SIZE = 100;
const MOST_FOUND = 24;

export async function search(asking: Asking): Promise<unknown> {
  const { body } = asking;
  refuseUnsupported(body, [
    "metadata",
    "fields",
    "latest_only",
    "keyword_search",
    "reference_date",
  ]);
  if (body["show_expired"] === true) refuseUnsupported(body, ["show_expired"]);
  const top = Number(body["top_k"] ?? body["limit"] ?? 10);
  const { hits } = await call(asking, "search", {
    query: textOf(body["query"], "query"),
    over: "memories",
    limit: Math.min(MOST_FOUND, Math.max(1, Math.trunc(top))),
    threshold: body["threshold"],
    filters: filterOf(body["filters"]),
  });
  return {
    results: hits.flatMap((hit) =>
      hit.item === "memory" ? [{ ...shownMemory(hit.memory), score: hit.score }] : [],
    ),
  };
}

export async function list(asking: Asking): Promise<unknown> {
  const page = counted(asking.query["page"], 1);
  const size = counted(asking.query["page_size"], PAGE_SIZE);
  const found = await all(asking, filterOf(asking.body["filters"]));
  const shown = found.slice((page - 1) * size, page * size);
  const link = (to: number) => `/v3/memories/?page=${to}&page_size=${size}`;
  return {
    count: found.length,
    next: page * size < found.length ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: shown.map(shownMemory),
  };
}

function counted(given: unknown, otherwise: number): number {
  const count = given === undefined ? otherwise : Number(given);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new MemoryError("invalid_input", "`page` and `page_size` are whole numbers from 1 on.");
}

/** mem0 pages by number and tells how many there are, so all of them are looked at. */
export async function all(asking: Asking, filter: Fields): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  let after: string | undefined;
  do {
    const page = await call(asking, "list", { filter, limit: READ_AT_ONCE, after });
    found.push(...page);
    after = page.length < READ_AT_ONCE ? undefined : page.at(-1)?.id;
    if (found.length > MOST_LISTED)
      throw new MemoryError(
        "too_large",
        `More than ${MOST_LISTED} memories; name a narrower filter.`,
      );
  } while (after !== undefined);
  return found;
}

export async function get(asking: Asking): Promise<unknown> {
  return shownMemory(await existing(asking));
}

export async function existing(asking: Asking): Promise<Memory> {
  const memory = await call(asking, "get", { id: asking.parameters["id"] });
  if (memory !== undefined) return memory;
  throw new MemoryError("not_found", "There is no such memory.");
}

export async function history(asking: Asking): Promise<unknown> {
  const { id } = asking.parameters;
  const entries = await call(asking, "history", { id });
  if (entries.length === 0) throw new MemoryError("not_found", "There is no such memory.");
  return shownHistory(entries, await call(asking, "get", { id }));
}
