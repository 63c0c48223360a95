// What waits for a person: consent, held candidates, proposals to merge or delete.

import type { ConsentField, Proposal } from "./candidate.ts";
import type { Timestamp } from "./memory.ts";

export type ReviewState = "pending" | "approved" | "rejected" | "lapsed";

/** What would happen on approval. */
export type ReviewAct =
  | Readonly<{ type: "store"; proposal: Proposal }>
  | Readonly<{ type: "merge"; ids: readonly string[]; text: string }>
  | Readonly<{ type: "delete"; id: string }>;

export type Review = Readonly<{
  id: string;
  tenant: string;
  user?: string;
  field?: ConsentField;
  why: string;
  act: ReviewAct;
  /** An approval names the hash it saw; anything else under it is another proposal. */
  hash: string;
  state: ReviewState;
  /** Times the same thing was said while it waited; benign fields apply at two. */
  signals: number;
  createdAt: Timestamp;
  lapsesAt: Timestamp;
  decidedAt?: Timestamp;
  decidedBy?: string;
}>;
