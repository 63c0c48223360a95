// The name someone may have meant, for names that commander does not know of.

import { MemoryError } from "../../errors.ts";

/** Refuses a name that is not on the list, with the nearest one that is. */
export function knownOr<Name extends string>(
  given: string,
  known: readonly Name[],
  what: string,
): Name {
  const found = known.find((name) => name === given);
  if (found !== undefined) return found;
  const near = nearest(given, known);
  const hint = near === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${near}?`;
  throw new MemoryError("invalid_input", `There is no ${what} "${given}". ${hint}`);
}

/** At most a third of the letters may differ. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(given.length / 3));
  const ranked = known
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** How many letters must be added, dropped or changed to come from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [done, letter] of [...from].entries()) {
    const next = [done + 1];
    for (let column = 1; column <= to.length; column++) {
      const isSame = letter === to[column - 1];
      const changed = (row[column - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
