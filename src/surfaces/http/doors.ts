// The doors every request passes before anything of it is read, in this order: is the server open, is it meant for us,
// who sends it, may they, and not too often.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { permit } from "../../operations/permission.ts";
import { type Allowed, allowedAddresses, refuseStrangeAddress } from "./addresses.ts";
import type { EventStreams } from "./event-stream.ts";
import type { Intake } from "./intake.ts";
import type { Limits, ServerOptions } from "./options.ts";
import { refusal } from "./problem.ts";
import type { RouteAccess } from "./route.ts";
import type { Sessions } from "./sessions.ts";
import { type Who, whoAsks } from "./who-asks.ts";

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
  }
}

const MAX_URL_CHARACTERS = 8_192;

type DoorParts = Readonly<{
  options: ServerOptions;
  limits: Limits;
  sessions: Sessions;
  intake: Intake;
  streams: Pick<EventStreams, "count">;
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
  app.decorateRequest("who", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("cache-control", "no-store");
    // Not the hook for finished answers: one that is cut off never finishes.
    reply.raw.once("close", () => intake.leave());
    intake.enter();
    refuseMisdirected(request, allowed);
    const { access } = request.routeOptions.config;
    if (access === "open") return;
    refuseOverload(intake.count() - parts.streams.count(), limits);
    request.who = await whoAsks(request, { engine: options.engine, sessions: parts.sessions });
    refuseTooOften(await countForKey(request), reply);
    if (access !== undefined) permit(access, request.who.credential);
  });
}

/** Work waits in line for the one thread; a line too long serves nobody in time. */
function refuseOverload(underWay: number, { atOnce }: Limits): void {
  if (underWay > atOnce)
    throw refusal("overloaded", "Too much is asked at once; try again in a moment.");
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
