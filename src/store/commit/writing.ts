// What a change needs besides itself to be written.

import type { Dialect } from "../dialect.ts";

export type Writing = Readonly<{
  dialect: Dialect;
  /** Whether versions and messages also go to files: the vault and the journals. */
  keepsFiles: boolean;
}>;

/** The writing of one change set. */
export type CommitWriting = Writing &
  Readonly<{
    /** What it is of each thread that it touches: one revision, whatever it changes there. */
    revisions: ReadonlyMap<string, number>;
  }>;
