// Every way a call to a provider can go wrong, as data. Reads what was thrown; keeps none of its text,
// because the errors of a provider carry the prompt and the reply.

import { z } from "zod";
import type { RejectedReason, RetryableReason } from "../../ports/language.ts";

/** Whether the provider may have used tokens for it: an error status is not charged, a lost answer may be. */
export type Charge = "none" | "unknown";

export type Fault =
  | Readonly<{
      type: "retryable";
      reason: RetryableReason;
      charge: Charge;
      retryAfterMs: number;
    }>
  | Readonly<{ type: "rejected"; reason: RejectedReason; charge: Charge }>
  /** An answer came and cannot be used. */
  | Readonly<{ type: "garbled"; charge: Charge }>;

export const GARBLED: Fault = { type: "garbled", charge: "unknown" };
export const TIMED_OUT: Fault = retryable("timeout", "unknown");
/** No connection, so nothing was sent and nothing is owed. */
export const NOT_REACHED: Fault = retryable("unreachable", "none");

function retryable(reason: RetryableReason, charge: Charge, retryAfterMs = 0): Fault {
  return { type: "retryable", reason, charge, retryAfterMs };
}

export function rejected(reason: RejectedReason, charge: Charge = "none"): Fault {
  return { type: "rejected", reason, charge };
}

/** Thrown inside a custom fetch, where the only way out through the SDK is an error. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.type === "garbled" ? "unusable answer" : fault.reason);
    this.fault = fault;
  }
}

const Thrown = z.object({
  name: z.string().catch(""),
  code: z.string().catch(""),
  statusCode: z.number().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).catch({}),
  cause: z.unknown().optional(),
});
type Thrown = z.infer<typeof Thrown>;

const REJECTED_STATUS: Readonly<Record<number, RejectedReason>> = {
  401: "bad_key",
  402: "no_credit",
  403: "bad_key",
  404: "unknown_model",
  413: "too_large",
};
const RETRYABLE_STATUS: Readonly<Record<number, RetryableReason>> = {
  408: "timeout",
  409: "server_error",
  425: "server_error",
  429: "rate_limited",
};
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const CUT_OFF = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);
const UNREADABLE = new Set([
  "AI_InvalidResponseDataError",
  "AI_NoContentGeneratedError",
  "AI_EmptyResponseBodyError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
]);

/** Undefined when it is no provider's doing: the caller throws it on. */
export function faultOf(thrown: unknown, now: number): Fault | undefined {
  const known = wireFault(thrown);
  if (known) return known;
  const chain = causes(thrown);
  const answered = chain.find((link) => link.statusCode !== undefined);
  if (answered) return faultOfStatus(answered, now);
  if (chain.some(isAbort)) return TIMED_OUT;
  if (chain.some((link) => NOT_CONNECTED.has(link.code))) return NOT_REACHED;
  if (chain.some((link) => CUT_OFF.has(link.code))) return retryable("unreachable", "unknown");
  return faultOfName(chain[0]?.name ?? "");
}

function faultOfName(name: string): Fault | undefined {
  if (name === "AI_APICallError") return retryable("unreachable", "unknown");
  if (name === "AI_LoadAPIKeyError") return rejected("bad_key");
  if (UNREADABLE.has(name)) return GARBLED;
  return name.startsWith("AI_") ? rejected("bad_request") : undefined;
}

function faultOfStatus({ statusCode = 0, responseHeaders }: Thrown, now: number): Fault {
  if (statusCode < 300) return GARBLED;
  if (statusCode < 400) return rejected("redirected");
  const reason = RETRYABLE_STATUS[statusCode] ?? (statusCode >= 500 ? "server_error" : undefined);
  if (reason) return retryable(reason, "none", retryAfterMs(responseHeaders["retry-after"], now));
  return rejected(REJECTED_STATUS[statusCode] ?? "bad_request");
}

/** Seconds or a date, as HTTP allows; anything else counts as no wish at all. */
function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
  const wait = seconds === undefined ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}

function isAbort(link: Thrown): boolean {
  return link.name === "AbortError" || link.name === "TimeoutError";
}

function wireFault(thrown: unknown): Fault | undefined {
  if (thrown instanceof WireError) return thrown.fault;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause === undefined ? undefined : wireFault(cause);
}

function causes(thrown: unknown): Thrown[] {
  const chain: Thrown[] = [];
  let link = Thrown.safeParse(thrown);
  while (link.success && chain.length < 8) {
    chain.push(link.data);
    link = Thrown.safeParse(link.data.cause);
  }
  return chain;
}
