// Connections of the engine under a name of our own: a connection hands in what the server counted when it ends, and not
// before.

import { setTimeout } from "node:timers/promises";
import type pg from "pg";

/** Two runs on one server must not wait for each other. */
const NAME = `mneme-outgrow-${process.pid}`;
const TURN_MS = 20;
const MAX_TURNS = 500;

export function tagged(url: string): string {
  const own = new URL(url);
  own.searchParams.set("application_name", NAME);
  return own.href;
}

export async function connectionsEnded(client: pg.Client): Promise<void> {
  const left = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1";
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if ((await client.query(left, [NAME])).rows[0]?.n === 0) return;
    await setTimeout(TURN_MS);
  }
  throw new Error("Connections of the engine are still there after it was closed.");
}
