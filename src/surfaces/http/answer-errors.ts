// Turns whatever was thrown into a problem the caller can act on, and reports what is our own fault.

import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { asMemoryError, MemoryError } from "../../errors.ts";
import type { Limits, Report } from "./options.ts";
import { isFault, problemOf, refusal } from "./problem.ts";

const RETRY_SECONDS = 1;

/** Rate limiting must be registered before. */
export function answerErrors(app: FastifyInstance, limits: Limits, report: Report): void {
  const countRefused = app.createRateLimit({
    max: limits.refusedPerMinute,
    timeWindow: "1 minute",
    keyGenerator: (request) => request.ip,
  });
  app.setErrorHandler(async (thrown: unknown, request, reply) => {
    const error = errorOf(thrown);
    if (isFault(error)) report({ requestId: request.id, error });
    const counted = error.code === "unauthorized" ? await countRefused(request) : undefined;
    const isTooOften = counted !== undefined && !counted.isAllowed && counted.isExceeded;
    const told = isTooOften
      ? refusal("rate_limited", "Too many refused credentials; wait a minute.", {
          retryAfterSeconds: counted.ttlInSeconds,
        })
      : error;
    return sendProblem(told, request.id, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new MemoryError("not_found", "There is no such route."), request.id, reply),
  );
}

/** For what is refused before there is a route, such as an address that cannot be read. */
export function answerEarlyError(thrown: unknown, requestId: string, reply: FastifyReply): void {
  sendProblem(errorOf(thrown), requestId, reply);
}

function sendProblem(error: MemoryError, requestId: string, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, requestId);
  const { status } = problem;
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 429 || status === 503)
    reply.header("retry-after", String(error.details["retryAfterSeconds"] ?? RETRY_SECONDS));
  if (error.details["code"] === "stopping") reply.header("connection", "close");
  return reply.code(status).type("application/problem+json").send(JSON.stringify(problem));
}

/** What the framework itself refuses, in our words. */
function errorOf(thrown: unknown): MemoryError {
  if (thrown instanceof MemoryError || !isFrameworkError(thrown)) return asMemoryError(thrown);
  switch (thrown.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refusal("content_too_large", "The body is too large.");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return refusal("unsupported_media_type", "Bodies must be `application/json`.");
    default:
      return (thrown.statusCode ?? 500) < 500
        ? refusal("bad_request", "The request cannot be understood.")
        : asMemoryError(thrown);
  }
}

function isFrameworkError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && "code" in thrown && "statusCode" in thrown;
}
