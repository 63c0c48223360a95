// How many calls to models one key may cause in a minute: a request that makes a model work costs more than one that
// only reads, and is counted by what it costs.

import { refusal } from "./problem.ts";

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

export interface ModelCalls {
  /** Refuses what goes beyond the bound; a refused request costs nothing. */
  charge(keyId: string, calls: number): void;
}

type Spent = { readonly until: number; calls: number };

export function createModelCalls(perMinute: number, now: () => Date): ModelCalls {
  const byKey = new Map<string, Spent>();
  return {
    charge: (keyId, calls) => {
      if (calls === 0) return;
      const at = now().getTime();
      const known = byKey.get(keyId);
      const spent =
        known !== undefined && known.until > at ? known : { until: at + MINUTE_MS, calls: 0 };
      if (spent.calls + calls > perMinute)
        throw refusal("rate_limited", "This key has caused too many calls to models.", {
          limit: "model_calls",
          retryAfterSeconds: Math.ceil((spent.until - at) / 1000),
        });
      spent.calls += calls;
      if (byKey.size >= MAX_KEYS) byKey.clear();
      byKey.set(keyId, spent);
    },
  };
}
