// A pool whose transactions, once the gate is shut, wait just before they commit: what others see of them meanwhile
// can then be looked at.

import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";

export type GatedPool = Readonly<{
  pool: PostgresPool;
  shut(): void;
  /** A transaction has come to the gate. */
  atGate: Promise<void>;
  /** Opens it for good. */
  pass(): void;
}>;

export function gated(pool: PostgresPool): GatedPool {
  let isShut = false;
  const arrival = signal();
  const opening = signal();
  const connect: PostgresPool["connect"] = async () => {
    const client = await pool.connect();
    return {
      release: (error) => client.release(error),
      query: async (config) => {
        if (isShut && config.text === "COMMIT") {
          arrival.give();
          await opening.given;
        }
        return client.query(config);
      },
    };
  };
  return {
    pool: { connect, query: (config) => pool.query(config), end: () => pool.end() },
    shut: () => {
      isShut = true;
    },
    atGate: arrival.given,
    pass: opening.give,
  };
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
