// Lines on their way to files: committed with what they tell of, written afterwards.

export interface FileOutbox {
  /** Lines that are committed but not yet in their file, oldest first; fewer than the limit when these are all. */
  waiting(limit: number): Promise<readonly FileLine[]>;
  /** Days of one tenant that have lines for a journal among them. */
  waitingDays(tenant: string): Promise<readonly string[]>;
  written(lines: readonly FileLine[]): Promise<void>;
}

/**
 * `file` is `vault`, or the day of a journal such as `2026-05-01`. Lines of the vault are made from the history of
 * memories, the others wait as they are.
 */
export type FileLine = Readonly<{
  from: "history" | "outbox";
  seq: number;
  tenant: string;
  file: string;
  itemId: string;
  line: string;
}>;
