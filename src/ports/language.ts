// What the engine asks of a language model: words, verdicts on pairs of lines, and an account of the tokens.

import type { z } from "zod";
import type { Narration } from "./narrator.ts";

/** `fast` writes notes and updates profiles; `deep` clusters and consolidates (P12). */
export type Role = "fast" | "deep";

export type LanguageRequest<T> = Readonly<{
  role: Role;
  system: string;
  prompt: string;
  schema: z.ZodType<T>;
  maxOutputTokens: number;
  /** The model's own where it is not said. */
  temperature?: number;
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

// What the engine asks of whoever says whether two lines are one fact: the words of the lines, or a language model.

export type JudgedPair = Readonly<{ older: string; newer: string }>;

/** `newer_says_more`: the same fact, and only the newer line has all of it. */
export type PairVerdict = "same" | "newer_says_more" | "apart";

export type Judging = Readonly<{ pairs: readonly JudgedPair[]; tenant: string; user: string }>;

export interface Judge {
  readonly name: string;
  /** One verdict a pair, in order. A judge that failed says so; it never says `apart` for want of an answer. */
  judge(judging: Judging): Promise<Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>>;
}

// What the engine asks of whoever counts tokens: nothing is sent to a paid model before its cost is set aside.

export type Tokens = Readonly<{ input: number; output: number }>;

/** For whom a model works, and whose budget of the day it uses up. */
export type Payer = Readonly<{ tenant: string; user?: string }>;

/** Whose budget a call is taken from, and which model it pays. */
export type Account = Payer & Readonly<{ model: string }>;

type Reservation = Readonly<{ type: "ok"; id: string }> | Readonly<{ type: "over_budget" }>;

export interface Meter {
  /** Sets the estimate aside, or says no; two callers can never both take the last of a budget. */
  reserve(account: Account, estimate: Tokens): Promise<Reservation>;
  /** Replaces the estimate by what was spent. Called once for every reservation, whatever happened. */
  settle(id: string, spent: Tokens): Promise<void>;
}
