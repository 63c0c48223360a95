// A PostgreSQL pool with a counter on every statement of every connection.

import type { PostgresClient, PostgresPool } from "../../src/store/postgres-database.ts";
import type { Crossings } from "./crossings.ts";

/** Long enough for the words to be on the wire, too short to hear the answer of a busy server. */
const ON_THE_WIRE_MS = 1;

export function countPool(pool: PostgresPool, crossings: Crossings): PostgresPool {
  const ask = (client: Pick<PostgresClient, "query">): PostgresClient["query"] => {
    return (config) => {
      const label = `sql ${config.text.trim().replaceAll(/\s+/g, " ").slice(0, 60)}`;
      const sent = async () => {
        void client.query(config);
        await new Promise((resolve) => setTimeout(resolve, ON_THE_WIRE_MS));
      };
      return crossings.later(label, () => client.query(config), sent);
    };
  };
  return {
    query: ask(pool),
    connect: async () => {
      const client = await pool.connect();
      return { query: ask(client), release: (error) => client.release(error) };
    },
    end: () => pool.end(),
  };
}
