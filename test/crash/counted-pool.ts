// A PostgreSQL pool with a counter on every unit of statements of every connection.

import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import type { Crossings } from "./crossings.ts";

/** Long enough for the words to be on the wire, too short to hear the answer of a busy server. */
const ON_THE_WIRE_MS = 1;

export function countPool(pool: PostgresPool, crossings: Crossings): PostgresPool {
  const count = <T>(texts: readonly string[], ask: () => Promise<T>): Promise<T> => {
    const sent = async () => {
      void ask();
      await new Promise((resolve) => setTimeout(resolve, ON_THE_WIRE_MS));
    };
    return crossings.later(labelOf(texts), ask, sent);
  };
  return {
    query: (config) => count([config.text], () => pool.query(config)),
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (config) => count([config.text], () => client.query(config)),
        together: (statements, isPatient) => {
          const { together } = client;
          if (together === undefined) throw new Error("the pool is not one of ours");
          const texts = statements.map(({ text }) => text);
          return count(texts, () => together(statements, isPatient));
        },
        release: (error) => client.release(error),
      };
    },
    end: () => pool.end(),
  };
}

function labelOf(texts: readonly string[]): string {
  return `sql ${texts.map((text) => text.trim().replaceAll(/\s+/g, " ").slice(0, 60)).join("; ")}`;
}
