// What an import says of itself: how much it read, what became of it, and where the first troubles lie. It repeats
// nothing of what was read.

import type { Receipt } from "../model/receipt.ts";

const COUNTS = [
  "read",
  "messages",
  "stored",
  "merged",
  "held",
  "dropped",
  "restored",
  "known",
  "erased",
  "ignored",
  "failed",
  "leftOut",
  "vectors",
  "odd",
  "bad",
] as const;
export type ImportCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

export type ImportReport = Readonly<{
  /** Names the import, to undo it; absent for a dry run. */
  importId?: string;
  format: string;
  state: "done" | "stopped";
  counts: ImportCounts;
  /** Where it went, when not all of it went to the one tenant that was named. */
  tenants?: readonly Readonly<{ tenant: string; records: number }>[];
  /** Why things were not stored, and how often. */
  reasons: Readonly<Record<string, number>>;
  /** The first records that could not be read, or were kept out of use. */
  problems: readonly Problem[];
}>;

/** What is here because of this import, or was here before it. */
const ARRIVED = ["messages", "stored", "merged", "held", "restored", "known", "erased"] as const;

export function hasArrived({ counts }: Pick<ImportReport, "counts">): boolean {
  return ARRIVED.some((name) => counts[name] > 0);
}

type Problem = Readonly<{ where: string; reason: string }>;

const MAX_PROBLEMS = 20;
const MAX_REASONS = 50;

export interface Tally {
  add(what: keyof ImportCounts, count?: number): void;
  why(reason: string): void;
  bad(where: string, reason: string): void;
  /** Told among the problems; the record itself is counted as what became of it. */
  odd(where: string, reason: string): void;
  /** A record that is here and not in use, for a person to look at. */
  archived(where: string, id: string): void;
  receipt(receipt: Receipt): void;
  result(): Pick<ImportReport, "counts" | "reasons" | "problems">;
}

export function createTally(): Tally {
  const counts: Record<string, number> = Object.fromEntries(COUNTS.map((name) => [name, 0]));
  const reasons = new Map<string, number>();
  const problems: Problem[] = [];
  const add = (what: keyof ImportCounts, count = 1) => {
    counts[what] = (counts[what] ?? 0) + count;
  };
  const why = (reason: string) => {
    if (reasons.has(reason) || reasons.size < MAX_REASONS)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  const tell = (where: string, reason: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ where, reason });
  };
  return {
    add,
    why,
    bad: (where, reason) => {
      add("bad");
      tell(where, reason);
    },
    odd: (where, reason) => {
      add("odd");
      tell(where, reason);
    },
    archived: (where, id) => {
      why("kept as archived: speaks to the model, for a person to look at");
      tell(where, `kept as archived; \`mneme restore ${id}\` puts it to use`);
    },
    receipt: (receipt) => {
      for (const part of ["stored", "merged", "held", "dropped"] as const)
        add(part, receipt[part].length);
      for (const { why: held } of receipt.held) why(`held: ${headOf(held)}`);
      for (const { stage, reason } of receipt.dropped) why(`dropped: ${stage} ${headOf(reason)}`);
    },
    result: () => ({
      counts: counts as ImportCounts,
      reasons: Object.fromEntries([...reasons].sort(([a], [b]) => (a < b ? -1 : 1))),
      problems,
    }),
  };
}

/** What follows the name of a reason may quote what was said. */
function headOf(reason: string): string {
  return (/^[\w ]+/.exec(reason)?.[0] ?? "other").trim().replace(/ of$/, "");
}
