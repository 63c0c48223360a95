// What a server is made of, and the bounds it keeps.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { MemoryError } from "../../errors.ts";
import type { Credential } from "../../model/access-key.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { DashboardPlace } from "./dashboard.ts";

export const DEFAULT_LIMITS = {
  bodyBytes: 1_048_576,
  batchBytes: 10_485_760,
  /** A file of 24 MiB as base64, and what stands around it. */
  fileBytes: 34_603_008,
  /** Requests of one key in a minute. */
  perKeyPerMinute: 6_000,
  /** Calls to models that one key may cause in a minute; a message counts as two. */
  modelCallsPerKeyPerMinute: 12_000,
  /** Refused credentials of one address in a minute, before it is told to wait. */
  refusedPerMinute: 10,
  /**
   * Requests with a key under way at once, streams left aside. A tenant is admitted while more places are free than it
   * holds, and a key likewise within its tenant: one alone gets a third, and a newcomer always finds a place.
   */
  atOnce: 300,
  /** Requests of any kind sent ahead on one connection. */
  atOncePerConnection: 20,
  /** Connections; further ones are closed at once. */
  connections: 5_000,
  /** How long a reader may take nothing of an answer. */
  sendSeconds: 30,
  streamsPerKey: 50,
  streams: 500,
  /** Messages taken with `wait=false` and not yet read. */
  unreadMessages: 2_000,
  idempotentAnswers: 2_000,
  idempotentBytes: 33_554_432,
  /** How long a stop waits for what is going on. */
  stopSeconds: 10,
} as const;
export type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>;

/** Lets one person on this machine in through a link; whoever follows it first is the operator of the tenant. */
export type DevAccess = Readonly<{ token: string; tenant: string }>;

/** Something that answers a path by itself, such as MCP, behind the same doors as everything else. */
export type Mount = Readonly<{
  path: string;
  methods: readonly ("GET" | "POST" | "DELETE")[];
  handle: (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Readonly<{
      credential: Credential;
      body: unknown;
      /** Counts calls to models that this request may cause, and refuses too many. */
      charge: (modelCalls: number) => void;
    }>,
  ) => Promise<void>;
}>;

/** What nobody outside is told: the whole error, under the id that the caller was given. */
export type Report = (failure: Readonly<{ requestId: string; error: MemoryError }>) => void;

export const LOG_LEVELS = ["info", "warn", "error"] as const;
/**
 * `info`: every request; `warn`: those that were refused; `error`: those that failed by our fault. Of a request its id,
 * method, route, status, duration and key are told: nothing of its address after the route, its body or its answer.
 */
export type Log = Readonly<{
  level: (typeof LOG_LEVELS)[number];
  stream: Readonly<{ write: (line: string) => void }>;
}>;

export type ServerOptions = Readonly<{
  engine: MemoryEngine;
  dev?: DevAccess;
  /** Names, besides those of this machine, that the `Host` header may have. */
  allowedHosts?: readonly string[];
  /** Origins, besides the server's own, that pages may call from, as `https://app.example.org`; they are told so (CORS). */
  allowedOrigins?: readonly string[];
  limits?: Partial<Limits>;
  /** Signs cursors; processes that share it understand each other's. Random when there is none. */
  cursorSecret?: string;
  /** Believe `X-Forwarded-For`; only behind a proxy that sets it. */
  trustProxy?: boolean;
  mounts?: readonly Mount[];
  /** Where the built pages are and where they are found; they are left out where none were built. */
  dashboard?: DashboardPlace;
  /** Folder of the built documentation, served at `/docs`; left out where none was built. */
  docs?: string;
  report?: Report;
  /** A line of JSON for each request, and for start and stop. Silent when left out. */
  log?: Log;
  now?: () => Date;
}>;
