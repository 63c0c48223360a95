// What runs by itself, when, and how much of it at once: one table.

import { createHash } from "node:crypto";
import { compact, previewCompact } from "../curate/vault-file.ts";
import { CLOCK_JOB, clockWatch, STORE_WIDE } from "./clock-watch.ts";
import { consolidate } from "./jobs/consolidate.ts";
import { archive, expireConsent, forget, prune, purge } from "./jobs/end-memories.ts";
import { insights } from "./jobs/insights.ts";
import { mergeVolatile } from "./jobs/merge-volatile.ts";
import { nightly } from "./jobs/nightly.ts";
import { reembed, verify } from "./jobs/reembed.ts";
import { rehearsed } from "./rehearsal.ts";
import {
  type Caps,
  DAY_MS,
  isDryRun,
  MINUTE_MS,
  type UpkeepDeps,
  type UpkeepJob,
} from "./upkeep-job.ts";
import type { JobHandlers } from "./worker.ts";

/** No note is left: no memory changes. What it did is in its record. */
const compactVault: UpkeepJob = async (job, deps) => {
  const tenant = job.tenant === STORE_WIDE ? undefined : job.tenant;
  if (isDryRun(job)) return { ...(await previewCompact(deps.files, tenant)), would: [] };
  return compact({ store: deps.store, files: deps.files }, tenant);
};

// What runs by itself, when, and how much of it at once: one table.

/**
 * `day`: so many minutes after the tenant's own midnight. `week` and `quarter_hour`: of the whole store, by UTC.
 * `demand`: only when someone asks.
 */
type When =
  | Readonly<{ every: "day"; minute: number }>
  | Readonly<{ every: "week" }>
  | Readonly<{ every: "quarter_hour" }>
  | Readonly<{ every: "demand" }>;

type Scheduled = Readonly<{ name: string; when: When; caps: Caps; run: UpkeepJob }>;

const day = (minute: number): When => ({ every: "day", minute });
const FEW_MINUTES = { items: 2_000, minutes: 5 };
const LONG = { items: 20_000, minutes: 30 };

/** In the order of a night: what is over goes first, what is told rests on what is left, forgetting comes last. */
export const SCHEDULE: readonly Scheduled[] = [
  { name: CLOCK_JOB, when: { every: "quarter_hour" }, caps: FEW_MINUTES, run: clockWatch },
  { name: "prune", when: day(0), caps: FEW_MINUTES, run: prune },
  { name: "expire-consent", when: day(0), caps: FEW_MINUTES, run: expireConsent },
  { name: "nightly", when: day(1), caps: LONG, run: nightly },
  { name: "consolidate", when: day(2), caps: LONG, run: consolidate },
  { name: "insights", when: day(3), caps: LONG, run: insights },
  { name: "merge-volatile", when: day(4), caps: FEW_MINUTES, run: mergeVolatile },
  { name: "archive", when: day(4), caps: FEW_MINUTES, run: archive },
  { name: "forget", when: day(5), caps: FEW_MINUTES, run: forget },
  { name: "purge", when: day(6), caps: FEW_MINUTES, run: purge },
  { name: "compact", when: { every: "week" }, caps: LONG, run: compactVault },
  { name: "reembed", when: { every: "demand" }, caps: LONG, run: reembed },
  { name: "verify", when: { every: "demand" }, caps: LONG, run: verify },
];

/** Tenants are spread over this long after their midnight, so that they do not all begin at once. */
const SPREAD_MINUTES = 30;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;

/** Jobs that are of the whole store, and run under no tenant's name. */
export function isStoreWide({ when }: Scheduled): boolean {
  return when.every === "week" || when.every === "quarter_hour";
}

export function upkeepHandlers(deps: UpkeepDeps): JobHandlers {
  return Object.fromEntries(
    SCHEDULE.map((row) => [
      row.name,
      (job) => {
        const store = isDryRun(job) ? rehearsed(deps.store) : deps.store;
        return row.run(job, { ...deps, store, caps: capsOf(row, deps) });
      },
    ]),
  );
}

/** Consolidation has a bound of its own (S4). */
function capsOf({ name, caps }: Scheduled, { upkeep }: UpkeepDeps): Caps {
  return name === "consolidate" ? { ...caps, minutes: upkeep.consolidation.minutes } : caps;
}

/** The name of the period that a job is in: two processes that agree on the time agree on it. */
export function periodOf(
  when: When,
  tenant: string,
  deps: Pick<UpkeepDeps, "now" | "upkeep">,
): string {
  const now = deps.now();
  if (when.every === "week")
    return new Date(Math.floor(now.getTime() / WEEK_MS) * WEEK_MS).toISOString().slice(0, 10);
  if (when.every !== "day")
    return new Date(Math.floor(now.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString();
  const late = (when.minute + spreadOf(tenant)) * MINUTE_MS;
  return localDay(new Date(now.getTime() - late), deps.upkeep.timeZone(tenant));
}

function spreadOf(tenant: string): number {
  return createHash("sha256").update(tenant).digest().readUInt32BE(0) % SPREAD_MINUTES;
}

const MAX_CACHED_CALENDARS = 100;
const calendars = new Map<string, Intl.DateTimeFormat>();

/** As `2026-05-01`, on the wall of that place. The first calendar of a process takes 20 ms; UTC needs none. */
function localDay(at: Date, timeZone: string): string {
  if (timeZone === "UTC") return at.toISOString().slice(0, 10);
  const known = calendars.get(timeZone);
  if (known !== undefined) return known.format(at);
  if (calendars.size >= MAX_CACHED_CALENDARS) calendars.clear();
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, calendar);
  return calendar.format(at);
}
