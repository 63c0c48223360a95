// Keeps one provider's share of calls and tokens inside what its operator allows.

export type PaceSettings = Readonly<{
  maxConcurrent: number;
  /** Null: no limit of ours. */
  tokensPerMinute: number | null;
}>;

export interface Pace {
  /** Runs the work when there is room for it, first come first served. */
  run<T>(tokens: number, work: () => Promise<T>): Promise<T>;
}

type Outside = Readonly<{ now: () => number; sleep: (ms: number) => Promise<void> }>;
type State = {
  running: number;
  readonly waiting: (() => void)[];
  recent: readonly { at: number; tokens: number }[];
};

const MINUTE_MS = 60_000;

export function createPace(settings: PaceSettings, outside: Outside): Pace {
  const state: State = { running: 0, waiting: [], recent: [] };
  return {
    run: async (tokens, work) => {
      await takeSlot(state, settings.maxConcurrent);
      try {
        await waitForTokens(state, tokens, { settings, outside });
        return await work();
      } finally {
        leaveSlot(state);
      }
    },
  };
}

async function takeSlot(state: State, maxConcurrent: number): Promise<void> {
  if (state.running < maxConcurrent) state.running++;
  else await new Promise<void>((resolve) => state.waiting.push(resolve));
}

/** A freed slot goes straight to the next in line, so nobody can slip in between. */
function leaveSlot(state: State): void {
  const next = state.waiting.shift();
  if (next) next();
  else state.running--;
}

async function waitForTokens(
  state: State,
  tokens: number,
  { settings, outside }: { settings: PaceSettings; outside: Outside },
): Promise<void> {
  const limit = settings.tokensPerMinute;
  if (limit === null) return;
  for (;;) {
    const now = outside.now();
    state.recent = state.recent.filter((call) => now - call.at < MINUTE_MS);
    const used = state.recent.reduce((sum, call) => sum + call.tokens, 0);
    const oldest = state.recent[0];
    // A call larger than the whole allowance still gets its turn, alone.
    if (oldest === undefined || used + tokens <= limit) break;
    await outside.sleep(oldest.at + MINUTE_MS - now);
  }
  state.recent = [...state.recent, { at: outside.now(), tokens }];
}
