// Time that passes only when someone sleeps, and chance that is always the same.

import { wireFetch } from "../../src/models/language/guarded-fetch.ts";
import type { Outside } from "../../src/models/language/line.ts";

export type StillOutside = Outside &
  Readonly<{ slept: () => readonly number[]; pass: (ms: number) => void }>;

export function stillOutside(start = Date.parse("2026-05-01T10:00:00Z")): StillOutside {
  let now = start;
  const slept: number[] = [];
  return {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    random: () => 0.5,
    fetch: wireFetch,
    slept: () => slept,
    pass: (ms) => {
      now += ms;
    },
  };
}
