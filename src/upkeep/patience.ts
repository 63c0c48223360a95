// Work that nobody waits for is put off while callers keep the process busy, so that a long list of adds is not slowed
// down by what comes after it; but not for ever.

export interface Patience {
  /** A caller wants something done. */
  called(): void;
  /** Asked once a turn: whether nobody called since the last one, or it has been put off long enough. */
  isOver(): boolean;
}

export function createPatience(maxTurns: number): Patience {
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
