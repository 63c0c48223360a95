// Watches what the engine does, once for all who look with the same eyes, by asking for the newest lines again and
// again. Lines have no numbers, so what is new is found by where the page last seen goes on in the new one.

import { asMemoryError, type MemoryError } from "../../errors.ts";
import type { Activity } from "../../model/activity.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

const PAGE = 200;

export type Eyes = Readonly<{ tenant: string; agent?: string }>;
/** `resync` when more happened than could be told; the caller should look again from the start. */
export type Seen =
  | Readonly<{ type: "activities"; activities: readonly Activity[] }>
  | Readonly<{ type: "resync" }>;
type Listener = (seen: Seen) => void;

export interface Watch {
  /** Tells what happens from now on; the answer ends it. */
  subscribe(eyes: Eyes, listener: Listener): () => void;
  close(): void;
}

type Watching = Readonly<{
  engine: Pick<MemoryEngine, "events">;
  everyMs: number;
  failed: (error: MemoryError) => void;
}>;
type Group = {
  readonly listeners: Set<Listener>;
  timer: NodeJS.Timeout;
  seen: readonly string[] | undefined;
};

export function watchActivities(watching: Watching): Watch {
  const groups = new Map<string, Group>();
  return {
    subscribe: (eyes, listener) => {
      const key = JSON.stringify([eyes.tenant, eyes.agent]);
      const group = groups.get(key) ?? startGroup(eyes, watching);
      groups.set(key, group);
      group.listeners.add(listener);
      return () => {
        group.listeners.delete(listener);
        if (group.listeners.size > 0) return;
        clearTimeout(group.timer);
        groups.delete(key);
      };
    },
    close: () => {
      for (const { timer } of groups.values()) clearTimeout(timer);
      groups.clear();
    },
  };
}

function startGroup(eyes: Eyes, watching: Watching): Group {
  const group: Group = { listeners: new Set(), timer: setTimeout(tick, 0), seen: undefined };
  async function tick() {
    try {
      await look(group, eyes, watching.engine);
    } catch (thrown) {
      // The next look tells what this one could not; only whoever runs the server hears of it.
      watching.failed(asMemoryError(thrown));
    }
    if (group.listeners.size > 0) group.timer = setTimeout(tick, watching.everyMs).unref();
  }
  return group;
}

async function look(group: Group, eyes: Eyes, engine: Watching["engine"]): Promise<void> {
  const { events } = await engine.events({ ...eyes, limit: PAGE, counts: false });
  const lines = events.map((event) => JSON.stringify(event));
  const fresh = group.seen === undefined ? 0 : newLines(lines, group.seen);
  group.seen = lines;
  if (fresh === 0) return;
  const seen: Seen =
    fresh === "unknown"
      ? { type: "resync" }
      : { type: "activities", activities: events.slice(0, fresh).toReversed() };
  for (const listener of group.listeners) listener(seen);
}

/** How many lines, newest first, stand before those seen last time. */
function newLines(lines: readonly string[], seen: readonly string[]): number | "unknown" {
  if (seen.length === 0 || lines.length === 0) return lines.length;
  for (let fresh = 0; fresh < lines.length; fresh++) {
    const rest = lines.slice(fresh);
    if (rest.every((line, index) => line === seen[index])) return fresh;
  }
  return "unknown";
}
