// What the engine asks of a language model: one prompt in, one value of a known shape out.

import type { z } from "zod";
import type { Tokens } from "./meter.ts";

/** `fast` writes notes and updates profiles; `deep` clusters and consolidates (P12). */
export type Role = "fast" | "deep";

export type LanguageRequest<T> = Readonly<{
  role: Role;
  system: string;
  prompt: string;
  schema: z.ZodType<T>;
  maxOutputTokens: number;
  tenant: string;
  user?: string;
}>;

/** Trouble that may pass: the same request can be made again later. */
export type RetryableReason =
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "server_error"
  | "circuit_open";

/** Trouble that will not pass by asking again. */
export type RejectedReason =
  | "bad_output"
  | "refusal"
  | "bad_key"
  | "no_credit"
  | "over_budget"
  | "bad_request"
  | "unknown_model"
  | "too_large"
  | "redirected"
  | "forbidden_address";

export type Generated<T> =
  | Readonly<{ type: "ok"; value: T; tokens: Tokens }>
  | Readonly<{ type: "retryable"; reason: RetryableReason }>
  | Readonly<{ type: "rejected"; reason: RejectedReason }>;

export interface Language {
  readonly name: string;
  generate<T>(request: LanguageRequest<T>): Promise<Generated<T>>;
}
