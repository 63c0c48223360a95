// The states of a memory and the one table of allowed moves.

export const STATES = [
  "active",
  "disputed",
  "archived",
  "superseded",
  "expired",
  "soft_deleted",
  "purged",
] as const;
export type State = (typeof STATES)[number];

const MOVES: Readonly<Record<State, readonly State[]>> = {
  active: ["disputed", "archived", "superseded", "expired", "soft_deleted", "purged"],
  disputed: ["active", "superseded", "soft_deleted", "purged"],
  archived: ["active", "superseded", "soft_deleted", "purged"],
  superseded: ["active", "soft_deleted", "purged"],
  expired: ["active", "soft_deleted", "purged"],
  soft_deleted: ["active", "purged"],
  purged: [],
};

export function mayMove(from: State, to: State): boolean {
  return from === to ? from !== "purged" : MOVES[from].includes(to);
}
