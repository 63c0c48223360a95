// What a caller is told when something is refused or fails: RFC 9457, a stable code, and nothing of our insides.

import { STATUS_CODES } from "node:http";
import { type ErrorCode, MemoryError } from "../../errors.ts";

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
  host_not_allowed: { code: "forbidden", status: 403 },
  origin_not_allowed: { code: "forbidden", status: 403 },
  cross_site: { code: "forbidden", status: 403 },
  precondition_failed: { code: "conflict", status: 412 },
  rate_limited: { code: "over_budget", status: 429 },
  too_many_streams: { code: "over_budget", status: 429 },
  overloaded: { code: "store_unavailable", status: 503 },
  stopping: { code: "closed", status: 503 },
} as const satisfies Record<string, { code: ErrorCode; status: number }>;
export type Refusal = keyof typeof REFUSALS;

export function refusal(name: Refusal, message: string, details: object = {}): MemoryError {
  return new MemoryError(REFUSALS[name].code, message, { details: { ...details, code: name } });
}

export type Problem = Readonly<{
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
  const isHidden = HIDDEN.has(error.code);
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

/** Whether it is our fault and should be in a log. */
export function isFault(error: MemoryError): boolean {
  return HIDDEN.has(error.code);
}

function statusOf(error: MemoryError): number {
  const name = error.details["code"];
  return isRefusal(name) ? REFUSALS[name].status : error.httpStatus;
}

function isRefusal(name: unknown): name is Refusal {
  return typeof name === "string" && Object.hasOwn(REFUSALS, name);
}
