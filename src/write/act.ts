// What one act of remembering is made of: who, on what ground, with which tools.

import type { Change } from "../model/change-set.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Store } from "../ports/store.ts";
import type { GateContext } from "./gate.ts";
import type { Sources } from "./ground.ts";
import type { ListenPolicy, WritePolicy } from "./policy.ts";

export type WriteDeps = Readonly<{
  store: Store;
  embedder: Embedder;
  now: Clock;
  ids: Ids;
  policy: WritePolicy;
  gate: GateContext;
}>;

export type ListenDeps = WriteDeps & Readonly<{ extractor: Extractor; listening: ListenPolicy }>;

/** Who remembers, in which act, on what ground, and what else is committed with it. */
export type Act = Readonly<{
  tenant: string;
  actor: string;
  cause: string;
  sources: Sources;
  alongside: (outcomes: readonly Outcome[]) => readonly Change[];
  /** Set when the proposals were read out of a message, so that the reader's word alone counts for nothing. */
  reading?: Reading;
}>;

export type Reading = Readonly<{
  /** Why all of it waits for a person, when the message does. */
  heldFor: string | undefined;
  /** Memories that may be written or changed; what comes after is dropped under the name of the limit. */
  maxWrites: number;
  limit: "turn_limit" | "daily_limit";
}>;
