// Which turns stand next to which, by message id.

import type { BesideMessage } from "../ports/store.ts";

export type Beside = Readonly<{ before?: string; after?: string }>;
export type Surroundings = ReadonlyMap<string, Beside>;

/** What stands before one stands after the other, so each pair is known from both ends. */
export function surroundings(pairs: readonly BesideMessage[]): Surroundings {
  const beside = new Map<string, Beside>();
  const note = (id: string, side: Beside) => beside.set(id, { ...beside.get(id), ...side });
  for (const { id, side, message } of pairs) {
    note(id, side === "before" ? { before: message.id } : { after: message.id });
    note(message.id, side === "before" ? { after: id } : { before: id });
  }
  return beside;
}
