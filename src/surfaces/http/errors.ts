// Failures as problem details (RFC 9457): ours, those of a broken request, and those of a route that is not there.

import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { asMemoryError, type ErrorCode, MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import type { Limits, Report } from "./options.ts";

/** Refusals that only HTTP knows, each as the nearest code of the engine with a status of its own. */
const REFUSALS = {
  invalid_json: { code: "invalid_input", status: 400 },
  invalid_unicode: { code: "invalid_input", status: 400 },
  bad_cursor: { code: "invalid_input", status: 400 },
  bad_request: { code: "invalid_input", status: 400 },
  content_too_large: { code: "too_large", status: 413 },
  url_too_long: { code: "too_large", status: 414 },
  unsupported_media_type: { code: "invalid_input", status: 415 },
  idempotency_mismatch: { code: "invalid_input", status: 422 },
  key_missing: { code: "unauthorized", status: 401 },
  key_refused: { code: "unauthorized", status: 401 },
  host_not_allowed: { code: "forbidden", status: 403 },
  origin_not_allowed: { code: "forbidden", status: 403 },
  cross_site: { code: "forbidden", status: 403 },
  precondition_failed: { code: "conflict", status: 412 },
  rate_limited: { code: "over_budget", status: 429 },
  too_many_streams: { code: "over_budget", status: 429 },
  overloaded: { code: "store_unavailable", status: 503 },
  stopping: { code: "closed", status: 503 },
} as const satisfies Record<string, { code: ErrorCode; status: number }>;
type Refusal = keyof typeof REFUSALS;

export function refusal(name: Refusal, message: string, details: object = {}): MemoryError {
  return new MemoryError(REFUSALS[name].code, message, { details: { ...details, code: name } });
}

type Problem = Readonly<{
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  details?: Readonly<Record<string, unknown>>;
}>;

/** Faults of ours: their words may hold SQL, paths or addresses, so the caller gets none of them. */
const HIDDEN: ReadonlySet<ErrorCode> = new Set([
  "internal",
  "corrupt_store",
  "newer_store",
  "provider_unavailable",
  "store_unavailable",
]);

export function problemOf(error: MemoryError, requestId: string): Problem {
  const status = statusOf(error);
  const isHidden = isFault(error);
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: isHidden
      ? "This could not be done. The log has it under the request id."
      : error.message,
    code: error.code,
    requestId,
    ...(isHidden || Object.keys(error.details).length === 0 ? {} : { details: error.details }),
  };
}

/** Whether it is our fault and should be in a log. What we refuse ourselves is neither hidden nor a fault. */
function isFault(error: MemoryError): boolean {
  return HIDDEN.has(error.code) && !isRefusal(error.details["code"]);
}

function statusOf(error: MemoryError): number {
  const name = error.details["code"];
  return isRefusal(name) ? REFUSALS[name].status : error.httpStatus;
}

function isRefusal(name: unknown): name is Refusal {
  return typeof name === "string" && Object.hasOwn(REFUSALS, name);
}

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the refusal that it was answered with, for the log. */
    refusedAs: string | null;
  }
}

// Turns whatever was thrown into a problem the caller can act on, and reports what is our own fault.

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
  const own = error.details["code"];
  reply.request.refusedAs = typeof own === "string" ? own : error.code;
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

// Answers what is not even HTTP, or came too slowly: there is no request yet to answer it through.

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = ownValue(STATUS_OF, error.code ?? "") ?? 400;
  const title = STATUS_CODES[status] ?? "Bad Request";
  const problem = problemOf(refusal("bad_request", title), randomUUID());
  const body = JSON.stringify({ ...problem, status, title });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nconnection: close\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
