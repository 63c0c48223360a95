// The one tool of agents (S6): a question over memories, with filters that run inside the database, as bullets or whole.

import { estimateTokenCount } from "tokenx";
import { MemoryError } from "../errors.ts";
import type { MemoryFilter } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import type { NewMessage } from "../model/message.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Hit, Source } from "./hit.ts";
import type { LeftOut } from "./injectable.ts";
import { search } from "./recall.ts";
import type { ReadDeps } from "./request.ts";
import { messageLabel } from "./sections/lines.ts";

export type QueryInput = Readonly<{
  viewer: Viewer;
  query: string;
  /** Each must be one the viewer may read. */
  categories?: readonly string[];
  filters?: MemoryFilter;
  topK?: number;
  threshold?: number;
  return?: "bullets" | "full";
  budgetTokens?: number;
}>;

export type Bullet = Readonly<{ id: string; category: string; text: string }>;
export type FullItem = Bullet &
  Readonly<{
    score: number;
    parts: Hit["parts"];
    sources: readonly Source[];
    /** One of the two: what was kept, or what was said. */
    memory?: Memory;
    message?: NewMessage;
  }>;

export type QueryResult = Readonly<{
  items: readonly Bullet[] | readonly FullItem[];
  confidence: number;
  unsure: boolean;
  related: readonly Bullet[];
  tokens: number;
  leftOut: readonly LeftOut[];
}>;

export async function query(input: QueryInput, deps: ReadDeps): Promise<QueryResult> {
  const { viewer, threshold, filters } = input;
  refuseOthers([...(input.categories ?? []), ...(filters?.categories ?? [])], viewer);
  const categories = bothOf(input.categories, filters?.categories);
  const found = await search(
    {
      viewer,
      query: input.query,
      limit: input.topK ?? deps.policy.limits.query,
      filter: { ...filters, ...(categories === undefined ? {} : { categories }) },
      ...(threshold === undefined ? {} : { threshold }),
    },
    deps,
  );
  const shape = input.return === "full" ? fullOf : bulletOf;
  const now = deps.now();
  const items = found.hits.map((hit) => shape(hit, now));
  const { kept, tokens, leftOut } = withinBudget(items, input.budgetTokens);
  const related = found.related.map(({ id, category, text }) => ({
    id,
    category,
    text: `[${category}] ${text}`,
  }));
  const { confidence, unsure } = found;
  return { items: kept, confidence, unsure, related, tokens, leftOut };
}

/** The store would show nothing of them anyway; an agent that asks is told that it may not. */
function refuseOthers(categories: readonly string[], { categories: allowed }: Viewer): void {
  if (allowed === "all") return;
  const refused = categories.filter((category) => !allowed.includes(category));
  if (refused.length === 0) return;
  throw new MemoryError("forbidden", `These categories may not be read: ${refused.join(", ")}.`, {
    details: { categories: refused },
  });
}

/** Asked for twice, a line must fit both. */
function bothOf(
  asked: readonly string[] | undefined,
  filtered: readonly string[] | undefined,
): readonly string[] | undefined {
  if (asked === undefined || filtered === undefined) return asked ?? filtered;
  return asked.filter((category) => filtered.includes(category));
}

function bulletOf(hit: Hit, now: Date): Bullet {
  const { id, category, text } = hit;
  const shown =
    hit.item === "memory"
      ? `[${category}] ${text}`
      : `[${messageLabel(hit.message, now)}] "${text}"`;
  return { id, category, text: shown };
}

function fullOf(hit: Hit): FullItem {
  const { id, category, text, score, parts, sources } = hit;
  const item = { id, category, text, score, parts, sources };
  return hit.item === "memory"
    ? { ...item, memory: hit.memory }
    : { ...item, message: hit.message };
}

type Budgeted<T> = Readonly<{ kept: readonly T[]; tokens: number; leftOut: readonly LeftOut[] }>;

/** Counted over the JSON that a caller would put into a prompt. */
function withinBudget<T extends Bullet>(
  items: readonly T[],
  budget: number | undefined,
): Budgeted<T> {
  const kept: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const fits = budget === undefined || tokensOf([...kept, item]) <= budget;
    if (fits) kept.push(item);
    else leftOut.push({ id: item.id, why: "budget" });
  }
  return { kept, tokens: kept.length === 0 ? 0 : tokensOf(kept), leftOut };
}

function tokensOf(items: readonly Bullet[]): number {
  return estimateTokenCount(JSON.stringify(items));
}
