// An edge between two memories of one tenant.

import type { Timestamp } from "./memory.ts";

export type Relation = Readonly<{
  from: string;
  to: string;
  type: "related_to";
  /** The score that made the edge, 0 to 1. */
  strength: number;
  createdAt: Timestamp;
}>;
