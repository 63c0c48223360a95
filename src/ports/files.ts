// What the engine asks of the folder that people can read: the vault file, the journals and the snapshot.
// The database is the truth; these are its copy in plain text.

import type { FileLine } from "./store.ts";

/** The line as it shall stand, or undefined to drop it. */
export type LineEdit = (line: string) => string | undefined;

export interface Files {
  /**
   * Runs an action while no other process changes the folder. Whatever appends or rewrites belongs inside one;
   * it does not nest.
   */
  exclusively<T>(action: () => Promise<T>): Promise<T>;
  /**
   * Adds lines to their files, on the disk when it returns. When a batch that holds one of them was begun before and
   * may have been cut short, what it had written is taken back first, so that no line is lost or doubled.
   */
  append(lines: readonly FileLine[]): Promise<void>;
  /** Oldest first; nothing when there is no vault yet. */
  readVault(): AsyncIterable<string>;
  /** How many lines it changed or dropped. Only when nothing waits to be appended. */
  rewriteVault(edit: LineEdit): Promise<number>;
  /** Days that have a journal, oldest first. */
  journalDays(tenant: string): Promise<readonly string[]>;
  readJournal(tenant: string, day: string): AsyncIterable<string>;
  /** As `rewriteVault`. */
  rewriteJournal(
    journal: Readonly<{ tenant: string; day: string }>,
    edit: LineEdit,
  ): Promise<number>;
  /** Refuses with `storage_full` where the vault, one of these journals or the snapshot could not be written anew. */
  refuseWithoutRoom(journals: readonly Readonly<{ tenant: string; day: string }>[]): Promise<void>;
  /** Whole or not at all; false when it already stood there byte for byte. `tookMs`: to gather it. */
  writeSnapshot(tenant: string, text: string, tookMs?: number): Promise<boolean>;
  readSnapshot(tenant: string): Promise<string | undefined>;
  /**
   * Whose lines or journals this process changed, for whatever reason, since their snapshot was written; only those
   * with no change in the last `quietMs`, or behind for twenty times as long. Unless it is 0, one that was written
   * rests for twenty times as long as it took to gather.
   */
  behindSnapshot(quietMs: number): readonly string[];
}
