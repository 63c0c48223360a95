// Where a story happens: a database of its own and a folder of its own.

import type { MemoryOptions } from "../../src/index.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { countPool } from "./counted-pool.ts";
import type { Crossings } from "./crossings.ts";
import type { StoryName } from "./story.ts";
import { stubEmbedder } from "./stub-embedder.ts";

export type Place = Readonly<{ database: "sqlite" | "postgres"; at: string; folder: string }>;

const START = Date.parse("2026-05-01T11:00:00.000Z");
/** Longer than a lease: whoever comes after a crash comes when the dead one's work may be taken over. */
const LATER_MS = 120_000;

/** The same time and the same ids in the same life, whatever the machine's clock says. */
export function optionsOf(
  place: Place,
  life: Readonly<{ number: number; story: StoryName; writer?: number; crossings?: Crossings }>,
): MemoryOptions {
  let ticks = 0;
  let made = 0;
  const { crossings } = life;
  const pool = place.database === "postgres" ? openPostgresPool(place.at) : undefined;
  return {
    folder: place.folder,
    upkeep: false,
    now: () => new Date(START + life.number * LATER_MS + ticks++),
    ids: () => `${life.number}.${life.writer ?? 0}-${String(made++).padStart(5, "0")}`,
    warn: () => undefined,
    models: { embedder: stubEmbedder(life.story !== "keeping", crossings) },
    ...(pool === undefined
      ? { path: place.at }
      : { pool: crossings === undefined ? pool : countPool(pool, crossings) }),
  };
}
