// The saved state of a supervisor, one for each user and thread.

import type { Timestamp } from "./memory.ts";

export type CheckpointKey = Readonly<{ tenant: string; user: string; thread: string }>;

export type Checkpoint = CheckpointKey &
  Readonly<{ data: unknown; createdAt: Timestamp; updatedAt: Timestamp }>;
