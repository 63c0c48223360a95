// Keeps what stands until the file changes: whoever writes here says so, and of others the file's own version tells.

import { isFull, nothingStands, type Standing } from "./standing.ts";

export interface UntilChanged {
  current(): Standing;
  /** Before anything is written. */
  forget(): void;
}

/** `version` is another number after every commit of another connection. */
export function untilChanged(version: () => number): UntilChanged {
  let standing: Standing | undefined;
  let known = Number.NaN;
  return {
    current: () => {
      const now = version();
      if (standing === undefined || now !== known || isFull(standing))
        standing = nothingStands({ areKept: true });
      known = now;
      return standing;
    },
    forget: () => {
      standing = undefined;
    },
  };
}
