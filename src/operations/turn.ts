// Most calls wait for nothing outside the process, so a caller that makes one after the other would keep timers and
// sockets waiting until it is done: no heartbeat, no request, no line moved into its file.

import { giveWay } from "../write/give-way.ts";

const LONGEST_MS = 10;

/** When the first call came in since everything else last had its turn. */
let began: number | undefined;

/** Something to wait for, once calls have had the process to themselves for long enough. */
export function turn(): Promise<void> | undefined {
  const now = performance.now();
  if (began !== undefined) return now - began < LONGEST_MS ? undefined : giveWay();
  began = now;
  setImmediate(() => {
    began = undefined;
  });
  return undefined;
}
