// What a request passes before any route: hosts, rate and body limits, a fair queue, open connections.

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { permit } from "../../operations/permission.ts";
import { type Allowed, allowedAddresses, refuseStrangeAddress } from "./addresses.ts";
import { type Who, whoAsks } from "./asking.ts";
import { refusal } from "./errors.ts";
import type { Limits, ServerOptions } from "./options.ts";
import type { RouteAccess } from "./route.ts";
import type { Sessions } from "./session-routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; without it, anyone with a key. */
    access?: RouteAccess;
    /** Whether the body holds a whole file. */
    isFile?: boolean;
  }
  interface FastifyRequest {
    /** Nobody on an open route. */
    who: Who | null;
    /** None on an open route: those take nobody's. */
    place: Place | null;
  }
}

const MAX_URL_CHARACTERS = 8_192;

type DoorParts = Readonly<{
  options: ServerOptions;
  limits: Limits;
  sessions: Sessions;
  intake: Intake;
}>;

/** Rate limiting must be registered before. */
export function addDoors(app: FastifyInstance, parts: DoorParts): void {
  const { options, limits, intake } = parts;
  const allowed = allowedAddresses(options.allowedHosts, options.allowedOrigins);
  const countForKey = app.createRateLimit({
    max: limits.perKeyPerMinute,
    timeWindow: "1 minute",
    keyGenerator: (request) => request.who?.credential.keyId ?? request.ip,
  });
  const connections = createConnections();
  const places = createPlaces(limits.atOnce);
  const turns = createFairQueue();
  app.decorateRequest("who", null);
  app.decorateRequest("place", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("cache-control", "no-store");
    const onConnection = connections.follow(request.raw.socket, reply.raw, () => {
      intake.leave();
      request.place?.leave();
    });
    intake.enter();
    refusePipelining(onConnection, limits, reply);
    refuseMisdirected(request, allowed);
    const { access } = request.routeOptions.config;
    if (access === "open") return;
    const who = await whoAsks(request, { engine: options.engine, sessions: parts.sessions });
    request.who = who;
    refuseGone(request);
    request.place = places.take(who.credential, weightOf(request, limits));
    refuseTooOften(await countForKey(request), reply);
    if (access !== undefined) permit(access, who.credential);
  });
  app.addHook("preHandler", async (request) => {
    if (request.who === null) return;
    await turns.next(request.who.credential);
    refuseGone(request);
    request.place?.begin();
  });
  app.addHook("onSend", async (request, reply) => {
    request.place?.finish();
    limitSending(reply.raw, limits.sendSeconds);
  });
}

/** Whoever sends ahead without waiting for answers is served only so far, and then disconnected. */
function refusePipelining(underWay: number, limits: Limits, reply: FastifyReply): void {
  if (underWay <= limits.atOncePerConnection) return;
  reply.header("connection", "close");
  throw refusal("overloaded", "Too many requests were sent ahead on this connection.");
}

/** Nobody would get the answer, so nothing is begun. */
function refuseGone(request: FastifyRequest): void {
  if (request.raw.socket.destroyed) throw refusal("bad_request", "The connection is gone.");
}

/** A body is held in memory until all of it is there, so a large one takes the room of several. */
function weightOf({ headers, routeOptions }: FastifyRequest, { bodyBytes }: Limits): number {
  const isUnknown = headers["transfer-encoding"] !== undefined;
  const bytes = isUnknown ? (routeOptions.bodyLimit ?? 0) : Number(headers["content-length"] ?? 0);
  return Math.max(1, Math.ceil(Math.min(bytes, routeOptions.bodyLimit ?? bytes) / bodyBytes));
}

function refuseMisdirected(request: FastifyRequest, allowed: Allowed): void {
  if (request.url.length > MAX_URL_CHARACTERS)
    throw refusal("url_too_long", "The address is too long.");
  refuseStrangeAddress(request.headers, allowed);
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw refusal("unsupported_media_type", "Bodies are taken as they are, not compressed.");
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance["createRateLimit"]>>>;

function refuseTooOften(counted: Counted, reply: FastifyReply): void {
  if (counted.isAllowed) return;
  const { max, remaining, ttlInSeconds } = counted;
  reply.headers({
    "ratelimit-limit": max,
    "ratelimit-remaining": Math.max(0, remaining),
    "ratelimit-reset": ttlInSeconds,
  });
  if (counted.isExceeded)
    throw refusal("rate_limited", "Too many requests.", { retryAfterSeconds: ttlInSeconds });
}

// What is under way on each connection. A reply that waits behind others on a connection that dies is never told that
// it is over, so the connection is listened to as well.

interface Connections {
  /** Calls back once, when the reply was sent or its connection is gone. Returns how many are under way on it. */
  follow(socket: Socket, reply: ServerResponse, over: () => void): number;
}

function createConnections(): Connections {
  const underWay = new WeakMap<Socket, Set<() => void>>();
  return {
    follow: (socket, reply, over) => {
      const known = underWay.get(socket) ?? listen(socket);
      underWay.set(socket, known);
      known.add(over);
      reply.once("close", () => {
        if (known.delete(over)) over();
      });
      return known.size;
    },
  };
}

function listen(socket: Socket): Set<() => void> {
  const underWay = new Set<() => void>();
  socket.once("close", () => {
    for (const over of underWay) over();
    underWay.clear();
  });
  return underWay;
}

/** A reader that takes nothing for so long is cut off; one that takes it slowly is not. */
export function limitSending(reply: ServerResponse, seconds: number): void {
  const arm = (socket: Socket) => socket.setTimeout(seconds * 1_000);
  // A reply that waits behind another on its connection has no socket yet.
  if (reply.socket === null) reply.once("socket", arm);
  else arm(reply.socket);
}

// Lets requests begin one by one, each in a turn of the event loop of its own. With a database in the process a request
// is worked off without a pause; if many began in one turn, whoever only asks whether the server lives would wait for
// all of them. Tenants take turns, and within a tenant its keys: whoever asks once never waits for another's whole queue.

interface FairQueue {
  /** Resolves when it is one's turn: in the order of asking for one key, by turns between keys and tenants. */
  next(holder: Readonly<{ tenant: string; keyId: string }>): Promise<void>;
}

type Begin = () => void;

export function createFairQueue(): FairQueue {
  const waiting = new Map<string, Map<string, Begin[]>>();
  let isGoing = false;
  const admit = () => {
    const begin = takeFirst(waiting, (keys) => takeFirst(keys, (queue) => queue.shift()));
    isGoing = begin !== undefined;
    if (begin === undefined) return;
    begin();
    setImmediate(admit);
  };
  return {
    next: ({ tenant, keyId }) =>
      new Promise((resolve) => {
        const keys = waiting.get(tenant) ?? new Map<string, Begin[]>();
        const queue = keys.get(keyId) ?? [];
        queue.push(resolve);
        waiting.set(tenant, keys.set(keyId, queue));
        if (isGoing) return;
        isGoing = true;
        setImmediate(admit);
      }),
  };
}

/** Whoever was first goes to the end; whoever has nothing left goes. */
function takeFirst<Part>(
  parts: Map<string, Part>,
  take: (part: Part) => Begin | undefined,
): Begin | undefined {
  for (const [name, part] of parts) {
    parts.delete(name);
    const begin = take(part);
    if (begin === undefined) continue;
    parts.set(name, part);
    return begin;
  }
  return undefined;
}

// Counts what is under way, and closes the door when the server stops: whoever comes then is told to come back.

interface Intake {
  /** Refuses once the server stops. */
  enter(): void;
  leave(): void;
  count(): number;
  /** From now on nobody enters; resolves when everyone left, or when the time is up. */
  close(seconds: number): Promise<void>;
}

export function createIntake(): Intake {
  let isClosed = false;
  let inside = 0;
  let emptied: () => void = () => undefined;
  return {
    enter: () => {
      inside += 1;
      if (isClosed) throw refusal("stopping", "The server is stopping; try again in a moment.");
    },
    leave: () => {
      inside -= 1;
      if (inside === 0) emptied();
    },
    count: () => inside,
    close: async (seconds) => {
      isClosed = true;
      if (inside === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1000);
        emptied = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

// How many requests may be under way at once, and whose. Whoever is there already is admitted only while more places
// are free than they hold, so nobody, and no number of noisy callers, can take the last ones.

type Holder = Readonly<{ tenant: string; keyId: string }>;

interface Place {
  /** The answer is being worked out, so the place stays taken even when nobody listens any more. */
  begin(): void;
  /** The answer is there. */
  finish(): void;
  /** Nobody waits for the answer any more. */
  leave(): void;
}

interface Places {
  /** Refuses with `overloaded`. A request with a large body weighs more than one, but never too much for an idle server. */
  take(holder: Holder, weight: number): Place;
}

function createPlaces(atOnce: number): Places {
  const taken = { all: 0, byTenant: new Map<string, number>(), byKey: new Map<string, number>() };
  const add = ({ tenant, keyId }: Holder, weight: number) => {
    taken.all += weight;
    addTo(taken.byTenant, tenant, weight);
    addTo(taken.byKey, keyId, weight);
  };
  return {
    take: (holder, asked) => {
      const weight = Math.min(asked, Math.max(1, Math.floor(atOnce / 3)));
      const free = atOnce - taken.all;
      const tenant = taken.byTenant.get(holder.tenant) ?? 0;
      const key = taken.byKey.get(holder.keyId) ?? 0;
      // What is left must still outweigh what they hold when they have it, or a few heavy requests would take it all.
      const left = free - 2 * (weight - 1);
      if (tenant >= left || key >= left - tenant)
        throw refusal("overloaded", "Too much is asked at once; try again in a moment.");
      add(holder, weight);
      return placeOf(() => add(holder, -weight));
    },
  };
}

function addTo(counts: Map<string, number>, name: string, weight: number): void {
  const count = (counts.get(name) ?? 0) + weight;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

function placeOf(free: () => void): Place {
  const state = { isWorking: false, isLeft: false, isFree: false };
  const freeWhenOver = () => {
    if (state.isWorking || !state.isLeft || state.isFree) return;
    state.isFree = true;
    free();
  };
  return {
    begin: () => {
      state.isWorking = true;
    },
    finish: () => {
      state.isWorking = false;
      freeWhenOver();
    },
    leave: () => {
      state.isLeft = true;
      freeWhenOver();
    },
  };
}
