// One URL that names several servers, as libpq reads it (`postgres://one:5432,two:5432/mneme`): a primary and its
// standbys. Whichever takes writes is asked; when it no longer does, the others are tried until one was promoted.

import { MemoryError } from "../../errors.ts";
import type { PostgresClient, PostgresPool } from "./postgres-database.ts";

const WHOLE = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const WANTED = "target_session_attrs";

export type Servers = Readonly<{
  /** One URL each, in the order in which they are tried. */
  urls: readonly string[];
  /** Whether a server that is a standby is passed over. */
  mustWrite: boolean;
}>;

export function serversIn(url: string): Servers {
  const [, head = "", hosts = "", rest = ""] = WHOLE.exec(url) ?? [];
  if (!hosts.includes(",") && !rest.includes(WANTED)) return { urls: [url], mustWrite: false };
  const [path = "", query = ""] = rest.split("?");
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(WANTED) ?? "read-write";
  if (!["read-write", "primary", "any"].includes(wanted))
    throw new MemoryError(
      "invalid_input",
      `\`url\` asks for ${WANTED}=${wanted}; it may be read-write, primary or any.`,
    );
  parameters.delete(WANTED);
  const after = parameters.size === 0 ? path : `${path}?${parameters}`;
  const urls = hosts.split(",").map((host) => `${head}${host}${after}`);
  return { urls, mustWrite: wanted !== "any" };
}

/** As long as a promotion mostly takes. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/** What another server, or the same one in a moment, may not answer with. */
const PASSING = /^(E[A-Z]+|08...|57P..|25006)$/;

/** A server that takes no writes, in a pool that is for writing. */
export class StandbyError extends Error {
  readonly code = "25006";
  constructor() {
    super("The server is a standby and takes no writes.");
  }
}

/** One pool out of one for each server. The one that answered last is asked first. */
export function poolOver(pools: readonly PostgresPool[]): PostgresPool {
  let current = 0;
  const connectAt = async (at: number): Promise<PostgresClient | Error> => {
    try {
      return (await pools[at]?.connect()) ?? new Error("There is no such server.");
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown;
      return thrown;
    }
  };
  const connectOnce = async (): Promise<PostgresClient> => {
    for (let tried = 1; ; tried++) {
      const at = current;
      const connected = await connectAt(at);
      if (!(connected instanceof Error)) return connected;
      // Of two that failed at once only the first moves on.
      if (current === at) current = (at + 1) % pools.length;
      if (tried >= pools.length) throw connected;
    }
  };
  const connect = async (): Promise<PostgresClient> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await connectOnce();
      } catch (thrown) {
        if (!isPassing(thrown) || Date.now() > until) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  return {
    connect,
    query: async (sql) => {
      const client = await connect();
      try {
        const answered = await client.query(sql);
        client.release();
        return answered;
      } catch (thrown) {
        client.release(true);
        throw thrown;
      }
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

function isPassing(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  const code: unknown = Reflect.get(thrown, "code");
  return typeof code === "string" ? PASSING.test(code) : /timeout|terminated/i.test(thrown.message);
}
