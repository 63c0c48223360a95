// A token ledger in memory, for tests: daily budgets without a day.

import type { Account, Meter, Tokens } from "../../src/ports/language.ts";

type Entry = Readonly<{ account: Account; reserved: Tokens; spent: Tokens | undefined }>;

export type MemoryMeter = Meter & Readonly<{ entries: () => readonly Entry[] }>;

/** The budget is for each tenant, in tokens of both kinds. */
export function memoryMeter(budget = Number.POSITIVE_INFINITY): MemoryMeter {
  const entries: Entry[] = [];
  return {
    entries: () => entries,
    reserve: async (account, reserved) => {
      const mine = entries.filter((entry) => entry.account.tenant === account.tenant);
      const used = mine.reduce((sum, entry) => sum + size(entry.spent ?? entry.reserved), 0);
      if (used + size(reserved) > budget) return { type: "over_budget" };
      entries.push({ account, reserved, spent: undefined });
      return { type: "ok", id: String(entries.length - 1) };
    },
    settle: async (id, spent) => {
      const entry = entries[Number(id)];
      if (!entry || entry.spent) throw new Error(`reservation ${id} is unknown or settled`);
      entries[Number(id)] = { ...entry, spent };
    },
  };
}

function size({ input, output }: Tokens): number {
  return input + output;
}
