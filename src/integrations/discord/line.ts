// One act after another for each key, side by side for different ones, so that an edit or a deletion never overtakes
// the message it is about and a slow channel holds up no other.

import { asMemoryError, type MemoryError } from "../../errors.ts";

export type Line = Readonly<{
  /** Resolves when the act is over. A failure is told to the one who listens for it and goes no further. */
  next(key: string, act: () => Promise<void>): Promise<void>;
  /** Resolves when everything that waits now is over. */
  settled(): Promise<void>;
}>;

export function openLine(onError: (error: MemoryError) => void): Line {
  const tails = new Map<string, Promise<void>>();
  const next: Line["next"] = async (key, act) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(act).catch((thrown: unknown) => onError(asMemoryError(thrown)));
    tails.set(key, mine);
    await mine;
    if (tails.get(key) === mine) tails.delete(key);
  };
  return { next, settled: async () => void (await Promise.all(tails.values())) };
}
