// What every deliberate act knows: who does it, and what it may ask of the outside.

import type { Change } from "../model/change-set.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";

/** Who does it: what they may see is all they may change. `actor` is the name under which the history keeps it. */
export type Doing = Readonly<{ viewer: Viewer; actor: string }>;

/** Screens a text that someone types in, as the write path screens what it hears. */
export type Screen = (
  text: string,
) => Readonly<{ outcome: "pass" | "hold" | "drop"; text: string }>;

export type CurateDeps = Readonly<{
  store: Store;
  now: Clock;
  ids: Ids;
  embedder: Embedder;
  screen: Screen;
}>;

type Done = Doing & Readonly<{ cause: string; changes: readonly Change[] }>;

/** One act is one transaction. */
export async function commit(
  { viewer, actor, cause, changes }: Done,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<void> {
  if (changes.length === 0) return;
  const set = { tenant: viewer.tenant, at: now().toISOString(), actor, cause, changes };
  await store.commit({ ...set, isDeliberate: true });
}
