// Decides again on fresh ground when another writer came first. Only for acts that do not depend on what was seen.

import { MemoryError } from "../errors.ts";

const MAX_ATTEMPTS = 4;

export async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (thrown) {
      if (!isConflict(thrown) || attempt >= MAX_ATTEMPTS) throw thrown;
    }
  }
}

export function isConflict(thrown: unknown): boolean {
  return thrown instanceof MemoryError && thrown.code === "conflict";
}
