// How near rows that were found in another way are to the meaning of a question.

import type { QueryMeaning } from "../ports/store.ts";
import type { Step } from "./database.ts";
import type { Sight } from "./searched.ts";
import { hasDirection } from "./vector-direction.ts";

/** By the id of each row that has a vector of that model. */
export function* cosinesById<T extends Readonly<{ id: string }>>(
  { searched, seen }: Sight<T>,
  rows: ReadonlyMap<number, T>,
  meaning: QueryMeaning | undefined,
): Step<ReadonlyMap<string, number>> {
  const cosines = new Map<string, number>();
  if (meaning === undefined || rows.size === 0 || !hasDirection(meaning.vector)) return cosines;
  const { item, tenant, dialect } = searched;
  const { model, vector } = meaning;
  const asked = { item, tenant, model, vector, standing: seen.room };
  const found = yield* dialect.cosines(asked, [...rows.keys()]);
  for (const [seq, { id }] of rows) {
    const cosine = found.get(seq);
    if (cosine !== undefined) cosines.set(id, cosine);
  }
  return cosines;
}
