// `last` in place of an id: the newest of its kind, so that nobody has to copy long ids by hand.

import { MemoryError } from "../../errors.ts";
import type { State } from "../../model/state.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { lookingAs, type Session } from "./session.ts";

const LAST = "last";
const LOOK_BACK = 200;

/** The id as given, or that of the newest when it says `last`. */
export async function idOr(
  given: string,
  newest: () => Promise<Readonly<{ id: string }> | undefined>,
): Promise<string> {
  if (given !== LAST) return given;
  const found = await newest();
  if (found === undefined) throw new MemoryError("not_found", "There is none yet.");
  return found.id;
}

/** With states, the one that came into one of them last; else the newest that is active. */
export function memoryId(
  given: string,
  session: Session,
  { memory, states }: Readonly<{ memory: MemoryEngine; states?: State[] }>,
): Promise<string> {
  return idOr(given, async () => {
    const looking = lookingAs(session);
    if (states === undefined) return (await memory.list({ ...looking, limit: 1 }))[0];
    const found = await memory.list({ ...looking, states, limit: LOOK_BACK });
    return found.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
  });
}
