// The saved state of a supervisor or of a framework's graph. The bytes are the framework's own; nothing here reads
// them.

import type { Timestamp } from "./memory.ts";

export type CheckpointKey = Readonly<{ tenant: string; user: string; thread: string }>;

export type Checkpoint = CheckpointKey &
  Readonly<{ data: unknown; createdAt: Timestamp; updatedAt: Timestamp }>;

// The saved state of a graph that some framework runs: its checkpoints, and the writes that wait on them.
// The bytes are the framework's own; nothing here reads them.

/** A thread of one graph, or of a graph inside it. */
export type GraphThread = Readonly<{ tenant: string; thread: string; namespace: string }>;

export type GraphPlace = GraphThread & Readonly<{ id: string }>;

export type GraphBytes = Readonly<{ encoding: string; bytes: Uint8Array }>;

type GraphValue = Readonly<{ channel: string; data: GraphBytes }>;

export type GraphWrite = Readonly<{
  task: string;
  /** Negative for the framework's own signals, of which the latest counts; of the others the first does. */
  index: number;
  channel: string;
  data: GraphBytes;
}>;

type State = GraphPlace &
  Readonly<{ parent?: string; checkpoint: GraphBytes; metadata: GraphBytes }>;

export type NewGraphCheckpoint = State &
  Readonly<{
    /** Whose conversation it is; erasing that person ends the thread. */
    user?: string;
    /** The version of every channel. */
    versions: Readonly<Record<string, string>>;
    /** The channels whose version is new with this checkpoint; one without a value is empty now. */
    changed: readonly string[];
    values: readonly GraphValue[];
  }>;

export type SavedGraphCheckpoint = State &
  Readonly<{ values: readonly GraphValue[]; writes: readonly GraphWrite[] }>;
