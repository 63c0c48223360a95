// Reads from a standby: only what it surely knows. A tenant that was written to on this node is read there once the
// standby has replayed that far into the log; and nothing that it answers is older than the bound.

import { MemoryError } from "../../errors.ts";
import type { Store } from "../../ports/store.ts";
import { text } from "../columns.ts";
import { type Database, first, type Step } from "../database.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** A place in the log of changes. */
type Position = bigint;

const PRIMARY_AT = "SELECT CAST(pg_current_wal_insert_lsn() AS text) AS position";
/** One that was promoted has a log of its own. */
const STANDBY_AT = `SELECT CAST(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
  ELSE pg_current_wal_insert_lsn() END AS text) AS position`;

/** How long a standby that failed is left alone. */
const REST_MS = 1_000;
/** Of tenants that were written to; those whose changes have arrived are forgotten beyond it. */
const MANY = 1_000;

type Replica = Readonly<{
  primary: PostgresDatabase;
  standby: PostgresDatabase;
  maxStalenessMs: number;
  /** Of the call that reads. */
  tenant: () => string;
}>;

export type Readers = Readonly<{
  db: Database;
  /** The place in the log up to which this node has written. */
  written: (position: string) => void;
  /** The same store, which remembers for whom it wrote. */
  noting: (store: Store) => Store;
}>;

export function readersFrom({ primary, standby, maxStalenessMs, tenant }: Replica): Readers {
  const now = () => performance.now();
  const needed = new Map<string, Position>();
  let last: Position = 0n;
  /** What the standby had replayed, and a moment of whose changes it had all. */
  let known = { replayed: 0n, asOf: Number.NEGATIVE_INFINITY };
  let restsUntil = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async () => {
    const began = now();
    const wanted = await positionOf(primary, PRIMARY_AT);
    const replayed = await positionOf(standby, STANDBY_AT);
    known = { replayed, asOf: replayed >= wanted ? began : known.asOf };
    if (needed.size > MANY)
      for (const [name, position] of needed) if (position <= replayed) needed.delete(name);
  };
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const serves = (began: number) =>
    began - known.asOf <= maxStalenessMs && (needed.get(tenant()) ?? 0n) <= known.replayed;
  const mayServe = async () => {
    const began = now();
    if (began < restsUntil) return false;
    // One that is under way may have begun too long ago for this caller.
    for (let looks = 0; looks < 2 && !serves(began); looks++) await lookOnce();
    return serves(began);
  };
  return {
    db: {
      ...primary,
      read: async <T>(step: () => Step<T>) => {
        try {
          if (await mayServe()) return await standby.read(step);
        } catch (thrown) {
          if (!isOfStandby(thrown)) throw thrown;
          // The primary answers then, as it does for whatever the standby does not know yet.
          restsUntil = now() + REST_MS;
        }
        return primary.read(step);
      },
    },
    written: (position) => {
      const at = parsed(position);
      if (at > last) last = at;
    },
    noting: (store) => noting(store, (name) => needed.set(name, last)),
  };
}

async function positionOf(db: PostgresDatabase, sql: string): Promise<Position> {
  const row = await db.read(() => first(sql, []));
  return row === undefined ? 0n : parsed(text(row, "position"));
}

/** Two numbers of 32 bits, in hexadecimal. */
function parsed(position: string): Position {
  const [high = "0", low = "0"] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** It is down, behind its schema, or took a row away that was being read; the primary may know better. */
function isOfStandby(thrown: unknown): boolean {
  return (
    thrown instanceof MemoryError &&
    (thrown.code === "store_unavailable" || thrown.code === "conflict")
  );
}

/** After whatever changes what readers answer. */
function noting(store: Store, note: (tenant: string) => void): Store {
  const { upkeep, transfer } = store;
  const after = async <T>(tenant: string, result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } finally {
      // Also when it failed: of a connection that broke nobody knows what was written.
      note(tenant);
    }
  };
  return {
    ...store,
    commit: async (...sets) => {
      try {
        await store.commit(...sets);
      } finally {
        for (const { tenant } of sets) note(tenant);
      }
    },
    upkeep: {
      ...upkeep,
      erase: (tenant, ...rest) => after(tenant, upkeep.erase(tenant, ...rest)),
      dropVectors: (tenant, model) => after(tenant, upkeep.dropVectors(tenant, model)),
      repairIndex: (tenant) => after(tenant, upkeep.repairIndex(tenant)),
    },
    transfer: {
      ...transfer,
      restore: (tenant, ...rest) => after(tenant, transfer.restore(tenant, ...rest)),
      takeBack: (tenant, ...rest) => after(tenant, transfer.takeBack(tenant, ...rest)),
    },
  };
}
