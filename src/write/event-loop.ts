// Yields the event loop during long lists, and puts background work off while callers keep it busy.

/** Lines of one part. */
export const AT_ONCE = 32;

export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

// Work that nobody waits for is put off while callers keep the process busy, so that a long list of adds is not slowed
// down by what comes after it; but not for ever.

interface IdleGate {
  /** A caller wants something done. */
  called(): void;
  /** Asked once a turn: whether nobody called since the last one, or it has been put off long enough. */
  isOver(): boolean;
}

export function createIdleGate(maxTurns: number): IdleGate {
  let calls = 0;
  let turns = 0;
  return {
    called: () => {
      calls += 1;
    },
    isOver: () => {
      const isOver = calls === 0 || turns >= maxTurns;
      calls = 0;
      turns = isOver ? 0 : turns + 1;
      return isOver;
    },
  };
}
