// Categories that go into a context whole, and how many lines the others may have (S5).

import type { Memory } from "../../model/memory.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import { lookOf } from "../look.ts";

const MOST_OF_A_WHOLE_CATEGORY = 100;

/** Every line of the categories whose mode is `all`, newest first. */
export async function wholeCategories(
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const categories = deps.categories
    .filter((category) => category.context === "all")
    .map((category) => category.name);
  if (categories.length === 0) return [];
  return deps.store.memories.list(input.viewer, {
    filter: { categories },
    look: lookOf(input, deps),
    page: { limit: MOST_OF_A_WHOLE_CATEGORY },
  });
}

/** Best first as they come; a category with a length keeps only so many. */
export function withinLengths<T extends Readonly<{ category: string }>>(
  lines: readonly T[],
  { categories }: Pick<ContextDeps, "categories">,
): readonly T[] {
  const used = new Map<string, number>();
  const lengths = new Map(categories.map(({ name, ragLength }) => [name, ragLength]));
  return lines.filter(({ category }) => {
    const count = (used.get(category) ?? 0) + 1;
    used.set(category, count);
    return count <= (lengths.get(category) ?? Number.POSITIVE_INFINITY);
  });
}
